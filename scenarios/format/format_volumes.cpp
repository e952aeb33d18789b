// spec.volumes: behaviour of the node's volumes.
#include <array>
#include <string_view>

#include "runtime_fake/fake_volumes.hpp"
#include "scenarios/format/chance_shapes.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using runtime_fake::CallFault;
using volumes::Operation;

std::string_view detach_elsewhere() {
  return runtime_fake::to_string(Operation::detach_elsewhere);
}

Shape<std::string> operation_name() {
  constexpr std::array operations{Operation::detach_elsewhere, Operation::attach, Operation::wait_for_attach,
                                  Operation::mount_device,     Operation::set_up, Operation::tear_down};
  std::vector<std::string> names;
  for (const Operation operation : operations) names.emplace_back(runtime_fake::to_string(operation));
  return one_of("an operation on a volume", std::move(names)).example(runtime_fake::to_string(Operation::set_up));
}

void check_failures(const api::Tree& node, const Place& place, CallFault& fault) {
  const bool is_limited = node.find("from") != nullptr || node.find("until") != nullptr;
  const bool counts = node.find("failFirst") != nullptr || node.find("fails") != nullptr;
  if (const api::Tree* until = node.find("until"); until != nullptr && fault.until && *fault.until <= fault.from) {
    place.member("until").problem(until->mark, "must be after `from`");
  }
  const api::Tree* error = node.find("error");
  if (fault.call == detach_elsewhere()) {
    for (const char* field : {"failFirst", "fails", "error"}) {
      if (const api::Tree* found = node.find(field)) {
        place.member(field).problem(found->mark, "not accepted for DetachElsewhere, which only takes time");
      }
    }
  } else if (error != nullptr && !counts) {
    if (is_limited) {
      fault.fail_first = CallFault::all;
    } else {
      place.member("error").warning(error->mark, "without effect: requires `failFirst` or `fails`");
    }
  } else if (!counts && node.find("takes") == nullptr) {
    place.warning(node.mark, "without effect: requires `error`, `failFirst`, `fails` or `takes`");
  }
}

void note_volume(const api::Tree& node, const Place& place, CallFault& fault) {
  const std::string pods = fault.pod.empty() ? "*/*" : fault.pod;
  if (const api::Tree* pod = node.find("pod")) place.member("pod").reference(pod->mark, Reference::Kind::pod, pods);
  const bool is_attached = fault.call == detach_elsewhere() || fault.call == runtime_fake::to_string(Operation::attach);
  place.member("volume").reference(node.find("volume")->mark,
                                   is_attached ? Reference::Kind::attached_volume : Reference::Kind::volume, pods,
                                   fault.container);
}

}  // namespace

Shape<CallFault> volume_shape() {
  return Object<CallFault>{"volumeOperation",
                           "Duration and failures of a volume operation; the first matching entry applies."}
      .required("operation", &CallFault::call, operation_name(),
                "DetachElsewhere: from its previous node; Attach: to this node; WaitForAttach, MountDevice, "
                "SetUp: the steps of mounting; TearDown: unmounting.")
      .required("volume", &CallFault::container, text().example("data"),
                "Its name in the pods' spec.volumes, with * and ?.")
      .field("pod", &CallFault::pod, text().example("web"), "Only for these pods: a name, with * and ?.")
      .field("takes", &CallFault::takes, span(), "Duration, failed or not; default 0s.")
      .field("failFirst", &CallFault::fail_first, integer<std::uint32_t>(0),
             "Number of operations for one pod's volume that fail first; default 0.")
      .field("fails", &CallFault::fails, odds(), "Percentage of the other ones that fail, at random.")
      .field("error", &CallFault::error, text().example("rpc error: code = Internal desc = no such device"),
             "Error of a failed operation. With `from` or `until` and no number, all operations in that time fail.")
      .field("from", &CallFault::from, duration(),
             "Only for operations that begin from this time of the scenario on; default 0s.")
      .field("until", &CallFault::until, duration(), "Only for operations that begin before this time of the scenario.")
      .check(check_failures)
      .check(note_volume)
      .shape();
}

}  // namespace podreel::format

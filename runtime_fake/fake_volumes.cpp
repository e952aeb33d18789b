#include "runtime_fake/fake_volumes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

using volumes::Operation;

std::string_view to_string(Operation operation) noexcept {
  switch (operation) {
    case Operation::detach_elsewhere:
      return "DetachElsewhere";
    case Operation::attach:
      return "Attach";
    case Operation::wait_for_attach:
      return "WaitForAttach";
    case Operation::mount_device:
      return "MountDevice";
    case Operation::set_up:
      return "SetUp";
    case Operation::tear_down:
      return "TearDown";
  }
  return {};
}

bool FakeVolumes::concerns(Operation operation, const api::Pod& pod, std::string_view volume) const {
  if (script_.empty()) return false;
  const std::string name = api::full_name(pod);
  return std::ranges::any_of(
      script_, [&](const CallFault& fault) { return is_about(fault, to_string(operation), name, volume); });
}

volumes::OperationOutcome FakeVolumes::begin(Operation operation, const api::Pod& pod, std::string_view volume) {
  Verdict verdict = faults_.judge(to_string(operation), api::full_name(pod), pod.metadata.uid, volume);
  PODREEL_INVARIANT(verdict.takes >= sim::Duration{}, "an operation takes no less than no time");
  busy_until_ = std::max(busy_until_, process_.now() + verdict.takes);
  return {verdict.takes, std::move(verdict.error)};
}

bool FakeVolumes::is_changing() const {
  const sim::Time now = process_.now();
  return now < busy_until_ || std::ranges::any_of(faults_.turns(), [now](sim::Time turn) { return now < turn; });
}

}  // namespace podreel::runtime_fake

// Explains volumes that cannot be attached or mounted.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

/// Beginnings of event messages, and the failed operations of pkg/volume/util/operationexecutor that they report.
constexpr std::array<std::pair<std::string_view, const char*>, 5> operations{
    {{"AttachVolume.Attach", "Attach"},
     {"MountVolume.WaitForAttach", "WaitForAttach"},
     {"MountVolume.MountDevice", "MountDevice"},
     {"MountVolume.SetUp", "SetUp"},
     {"Multi-Attach error", "DetachElsewhere"}}};

/// Returns the words of "unmounted volumes=[data logs]".
std::vector<std::string> unmounted_volumes(const SeenPod& pod) {
  constexpr std::string_view begins = "unmounted volumes=[";
  std::vector<std::string> volumes;
  for (const SeenEvent* event : events_of(pod, "FailedMount")) {
    const std::size_t at = event->message.find(begins);
    if (at == std::string::npos) continue;
    std::string_view words = event->message;
    words.remove_prefix(at + begins.size());
    words = words.substr(0, words.find(']'));
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
      if (std::ranges::find(volumes, word) == volumes.end()) volumes.emplace_back(word);
    }
  }
  return volumes;
}

/// Whether this is the name of a PersistentVolume, which events use for the volume of a claim.
bool is_of_claim(std::string_view name) {
  return name.starts_with("pvc-");
}

bool knows_volume(const Plan& plan, std::string_view name) {
  return plan.spec.contains("volumes") && std::ranges::any_of(plan.spec["volumes"], [name](const auto& volume) {
           return volume.value("name", "") == name;
         });
}

void add_volume(const std::string& name, bool is_claim, Draft& draft) {
  if (knows_volume(draft.plan, name)) return;
  if (is_claim) {
    draft.plan.spec["volumes"].push_back({{"name", name}, {"persistentVolumeClaim", {{"claimName", name}}}});
  } else {
    draft.plan.spec["volumes"].push_back({{"name", name}, {"nfs", {{"server", "nas"}, {"path", "/" + name}}}});
  }
  draft.plan.containers.back().spec["volumeMounts"].push_back({{"name", name}, {"mountPath", "/" + name}});
}

/// Whether a container has come as far as to need its volumes.
bool is_mounted_now(const SeenPod& pod) {
  return times_of(pod, "Pulling") + times_of(pod, "Pulled") + times_of(pod, "Created") + times_of(pod, "Started") > 0;
}

void open_time(std::size_t volume, double likely, Draft& draft) {
  draft.open(fmt::format("{} of {} takes", draft.plan.volumes[volume].operation, draft.plan.volumes[volume].volume),
             likely, 0, std::max(300.0, likely),
             [volume](Plan& plan, double value) { plan.volumes[volume].takes = seconds(value); });
}

/// Lets the operation fail each time, or, if the volumes are mounted now, as often as the event counts.
void fail_operation(const SeenPod& pod, const SeenEvent& event, VolumePlan failing, Draft& draft) {
  const std::size_t colon = event.message.find("\" : ");
  failing.error = colon == std::string::npos ? event.message : event.message.substr(colon + 4);
  if (is_mounted_now(pod)) failing.fails = static_cast<std::uint32_t>(std::min<std::uint64_t>(event.count, 100'000));
  draft.explain(Cause::mount, fmt::format("the volume {} cannot be {}", failing.volume,
                                          failing.operation == "Attach" ? "attached" : "mounted"));
  const double likely = is_given_up(failing.error) ? 120 : 0.1;
  draft.plan.volumes.push_back(std::move(failing));
  open_time(draft.plan.volumes.size() - 1, likely, draft);
}

/// Lets the operation hang, or take long, if the evidence shows no cause.
void delay_operation(const SeenPod& pod, VolumePlan slow, Draft& draft) {
  draft.explain(Cause::mount, fmt::format("the volume {} is not mounted in time", slow.volume));
  const bool has_come = is_mounted_now(pod);
  slow.takes = has_come ? 2min : draft.plan.age + 1h;
  draft.plan.volumes.push_back(std::move(slow));
  if (has_come) open_time(draft.plan.volumes.size() - 1, format::in_seconds(draft.plan.age / 2), draft);
}

bool is_attached_late(const Plan& plan, std::string_view volume) {
  return std::ranges::any_of(plan.volumes, [volume](const VolumePlan& known) {
    return known.volume == volume && (known.operation == "Attach" || known.operation == "DetachElsewhere");
  });
}

std::string pod_volume_of(const std::string& name, const std::vector<std::string>& unmounted) {
  if (!is_of_claim(name)) return name;
  const auto own = std::ranges::find_if(unmounted, [](const std::string& each) {
    return !each.starts_with("default-token") && !each.starts_with("kube-api-access");
  });
  return own == unmounted.end() ? "data" : *own;
}

/// Attaches a volume late, if a later event reports the attachment.
void attach_late(const SeenPod& pod, const std::vector<std::string>& unmounted, Draft& draft) {
  for (const SeenEvent* event : events_of(pod, "SuccessfulAttachVolume")) {
    const std::string name = pod_volume_of(volume_of(event->message), unmounted);
    if (!event->last || !knows_volume(draft.plan, name) || is_attached_late(draft.plan, name)) continue;
    draft.plan.volumes.push_back({.operation = "Attach", .volume = name});
    open_time(draft.plan.volumes.size() - 1,
              std::max(0.0, format::in_seconds(draft.plan.age) - format::in_seconds(event->last->middle())), draft);
  }
}

}  // namespace

void explain_volumes(const SeenPod& pod, Draft& draft) {
  const std::vector<std::string> unmounted = unmounted_volumes(pod);
  for (const SeenEvent& event : pod.events) {
    if (event.reason != "FailedMount" && event.reason != "FailedAttachVolume") continue;
    if (names_missing_object(event.message)) continue;
    const auto* const operation = std::ranges::find_if(
        operations, [&event](const auto& known) { return event.message.starts_with(known.first); });
    const std::string name = volume_of(event.message);
    if (operation == operations.end() || name.empty()) continue;
    VolumePlan plan{.operation = operation->second, .volume = pod_volume_of(name, unmounted)};
    const bool is_known = std::ranges::any_of(draft.plan.volumes, [&plan](const VolumePlan& known) {
      return known.operation == plan.operation && known.volume == plan.volume;
    });
    if (is_known) continue;
    add_volume(plan.volume, is_of_claim(name) || event.reason == "FailedAttachVolume", draft);
    if (plan.operation == "DetachElsewhere") {
      delay_operation(pod, std::move(plan), draft);
    } else {
      fail_operation(pod, event, std::move(plan), draft);
    }
  }
  if (!draft.plan.volumes.empty()) return attach_late(pod, unmounted, draft);
  for (const std::string& volume : unmounted) {
    if (knows_volume(draft.plan, volume)) continue;
    add_volume(volume, false, draft);
    delay_operation(pod, {.operation = "SetUp", .volume = volume}, draft);
    draft.assume(fmt::format("the volume {} is not mounted; the input does not show why", volume));
  }
}

}  // namespace podreel::reproduce

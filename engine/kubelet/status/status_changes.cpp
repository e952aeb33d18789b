#include "engine/kubelet/status/status_changes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "engine/api/counted.hpp"
#include "engine/trace/narration.hpp"

namespace podreel::kubelet {

namespace {

using Changes = std::vector<std::string>;

void compare_text(Changes& changes, std::string_view what, std::string_view before, std::string_view after) {
  if (before == after) return;
  const std::string_view now = after.empty() ? "none" : after;
  // A condition that is False now was True before.
  const bool is_flipped = (before == "True" && after == "False") || (before == "False" && after == "True");
  changes.push_back(before.empty() || is_flipped ? fmt::format("{} {}", what, now)
                                                 : fmt::format("{} {} (was {})", what, now, before));
}

void compare_conditions(Changes& changes, const api::PodStatus& before, const api::PodStatus& after) {
  for (const api::PodCondition& now : after.conditions) {
    const api::PodCondition* then = api::find_condition(before, now.type);
    compare_text(changes, now.type, then == nullptr ? std::string_view{} : std::string_view{then->status}, now.status);
    const bool only_says_more = then != nullptr && then->status == now.status;
    if (only_says_more) compare_text(changes, fmt::format("{} reason", now.type), then->reason, now.reason);
  }
  for (const api::PodCondition& then : before.conditions) {
    if (api::find_condition(after, then.type) == nullptr) changes.push_back(fmt::format("{} removed", then.type));
  }
}

void compare_containers(Changes& changes, const api::ContainerStatuses& before, const api::ContainerStatuses& after) {
  for (const api::ContainerStatus& now : after) {
    const auto then = std::ranges::find(before, now.name, &api::ContainerStatus::name);
    const std::string state = trace::describe_state(now);
    if (then == before.end()) {
      changes.push_back(fmt::format("{}: {}", now.name, state));
      continue;
    }
    const std::size_t known = changes.size();
    compare_text(changes, fmt::format("{}:", now.name), trace::describe_state(*then), state);
    if (then->restart_count != now.restart_count) {
      changes.push_back(
          fmt::format("{}: {} (was {})", now.name, api::counted(now.restart_count, "restart"), then->restart_count));
    }
    if (changes.size() == known && !(*then == now)) changes.push_back(fmt::format("{}: other details", now.name));
  }
}

}  // namespace

std::vector<std::string> changes_between(const api::PodStatus& before, const api::PodStatus& after) {
  Changes changes;
  compare_text(changes, "phase", api::to_string(before.phase), api::to_string(after.phase));
  compare_text(changes, "reason", before.reason, after.reason);
  compare_text(changes, "resize", before.resize, after.resize);
  compare_text(changes, "podIP", before.pod_ip, after.pod_ip);
  compare_containers(changes, before.init_container_statuses, after.init_container_statuses);
  compare_containers(changes, before.container_statuses, after.container_statuses);
  compare_containers(changes, before.ephemeral_container_statuses, after.ephemeral_container_statuses);
  compare_conditions(changes, before, after);
  if (changes.empty() && !(before == after)) changes.emplace_back("other details");
  return changes;
}

}  // namespace podreel::kubelet

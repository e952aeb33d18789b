#include "scenarios/checks/invariants/ended_for_good.hpp"

#include <algorithm>

namespace podreel::invariants {

bool has_ended_for_good(const api::Pod& pod, const Instance& instance) {
  const api::FoundContainer found = find_container(*pod.spec, instance.container);
  if (found.container == nullptr || found.kind != api::ContainerKind::regular) return false;
  const bool has_rules = std::ranges::any_of(
      pod.spec->containers, [](const api::Container& container) { return !container.restart_policy_rules.empty(); });
  // What was to be stopped, for a failed probe or another definition, is to be started again.
  if (has_rules || !instance.exited_at || !instance.exited_by_itself || instance.was_stopped) return false;
  switch (found.container->restart_policy.value_or(pod.spec->restart_policy)) {
    case api::RestartPolicy::never:
      return true;
    case api::RestartPolicy::on_failure:
      return instance.exit_code == 0;
    default:
      return false;
  }
}

}  // namespace podreel::invariants

#include "engine/decide/restart_all.hpp"

#include <algorithm>

#include "engine/decide/restart_policy.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;

bool is_source(const api::Container& container, const ContainerStatus& status) {
  return status.state == ContainerState::exited && restarts_all(container, status.exit_code);
}

bool restart_is_under_way(const api::PodStatus& reported) {
  const api::PodCondition* condition = api::find_condition(reported, all_containers_restarting);
  return condition != nullptr && condition->status == "True";
}

bool reported_source(const api::Container& container, const api::ContainerStatuses& statuses) {
  if (container.restart_policy_rules.empty()) return false;
  const api::ContainerStatus* status = api::find_status(statuses, container.name);
  if (status == nullptr) return false;
  const auto* terminated = std::get_if<api::StateTerminated>(&status->state);
  return terminated != nullptr && restarts_all(container, terminated->exit_code);
}

bool any_source(const std::vector<api::Container>& containers, const runtime::PodStatus& status) {
  return std::any_of(containers.begin(), containers.end(), [&](const api::Container& container) {
    if (container.restart_policy_rules.empty()) return false;
    const ContainerStatus* newest = status.find(container.name);
    return newest != nullptr && is_source(container, *newest);
  });
}

bool any_reported_source(const std::vector<api::Container>& containers, const api::ContainerStatuses& statuses) {
  return std::any_of(containers.begin(), containers.end(),
                     [&](const api::Container& container) { return reported_source(container, statuses); });
}

/// Adds all instances of `containers` that are (or are not) a cause.
void reset(Decision& decision, const std::vector<api::Container>& containers, bool sources) {
  for (const api::Container& container : containers) {
    for (const ContainerStatus& status : decision.observed().status.containers) {
      if (status.name != container.name || is_source(container, status) != sources) continue;
      const bool kill = status.state != ContainerState::exited;
      decision.actions().containers_to_reset.push_back({status.id, status.name, kill});
      decision.because(status.name, rules::all_restart, kill ? effect::killed_and_removed : effect::removed,
                       [&] { return describe(&status); });
    }
  }
}

}  // namespace

bool restarts_all(const api::Container& container, std::int32_t exit_code) noexcept {
  const api::ContainerRestartRule* rule = matching_restart_rule(container, exit_code);
  return rule != nullptr && rule->action == "RestartAllContainers";
}

bool should_all_containers_restart(const api::Pod& pod, const runtime::PodStatus& status,
                                   const release::Behaviour& behaviour, const api::PodStatus* reported) {
  if (!behaviour.has(release::restart_all_containers)) return false;
  const api::PodSpec& spec = *pod.spec;
  if (any_source(spec.init_containers, status) || any_source(spec.containers, status)) return true;
  if (reported == nullptr) return false;
  return restart_is_under_way(*reported) ||
         any_reported_source(spec.init_containers, reported->init_container_statuses) ||
         any_reported_source(spec.containers, reported->container_statuses);
}

bool all_containers_are_removed(const api::Pod& pod, const runtime::PodStatus& status) {
  const auto is_removed = [&](const api::Container& container) { return status.find(container.name) == nullptr; };
  return std::all_of(pod.spec->init_containers.begin(), pod.spec->init_containers.end(), is_removed) &&
         std::all_of(pod.spec->containers.begin(), pod.spec->containers.end(), is_removed);
}

void decide_reset(Decision& decision) {
  for (const bool sources : {false, true}) {
    reset(decision, decision.spec().containers, sources);
    reset(decision, decision.spec().init_containers, sources);
  }
}

}  // namespace podreel::decide

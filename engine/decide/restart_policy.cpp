#include "engine/decide/restart_policy.hpp"

#include <algorithm>

#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using api::RestartPolicy;
using runtime::ContainerState;

bool matches(const api::ContainerRestartRule& rule, std::int32_t exit_code) noexcept {
  const bool listed = std::find(rule.exit_codes.begin(), rule.exit_codes.end(), exit_code) != rule.exit_codes.end();
  if (rule.exit_codes_operator == "In") return listed;
  return rule.exit_codes_operator == "NotIn" && !listed;
}

bool restarts_after(RestartPolicy policy, std::int32_t exit_code) noexcept {
  return policy == RestartPolicy::always || (policy == RestartPolicy::on_failure && exit_code != 0);
}

}  // namespace

RestartPolicy restart_policy_of(const Observed& observed, const api::Container& container) noexcept {
  if (observed.behaviour.has(release::container_restart_rules) && container.restart_policy)
    return *container.restart_policy;
  return observed.pod.spec->restart_policy;
}

bool restarts_on_failure(const Observed& observed, const api::Container& container) noexcept {
  return restart_policy_of(observed, container) != RestartPolicy::never;
}

const api::ContainerRestartRule* matching_restart_rule(const api::Container& container,
                                                       std::int32_t exit_code) noexcept {
  if (!container.restart_policy) return nullptr;
  for (const api::ContainerRestartRule& rule : container.restart_policy_rules) {
    if (matches(rule, exit_code)) return &rule;
  }
  return nullptr;
}

Restart restarts_after_exit(const Observed& observed, const api::Container& container,
                            std::int32_t exit_code) noexcept {
  if (!observed.behaviour.has(release::container_restart_rules) || !container.restart_policy) {
    return {restarts_after(observed.pod.spec->restart_policy, exit_code), &rules::pod_policy};
  }
  const api::ContainerRestartRule* rule = matching_restart_rule(container, exit_code);
  if (rule != nullptr && rule->action == "Restart") return {true, &rules::restart_rule};
  return {restarts_after(*container.restart_policy, exit_code), &rules::container_policy};
}

Restart should_be_restarted(const Observed& observed, const api::Container& container,
                            const runtime::ContainerStatus* status) noexcept {
  if (observed.behaviour.has(release::deleted_pod_restarts_nothing) && observed.pod.metadata.deletion_timestamp) {
    return {false, &rules::pod_deleted};
  }
  if (status == nullptr) return {true, &rules::never_started};
  if (status->state == ContainerState::created || status->state == ContainerState::unknown) {
    return {true, &rules::not_running_yet};
  }
  return restarts_after_exit(observed, container, status->exit_code);
}

bool has_succeeded(const Observed& observed, const runtime::ContainerStatus* status) noexcept {
  if (status == nullptr || status->exit_code != 0) return false;
  if (observed.behaviour.has(release::succeeded_means_exited)) return status->state == ContainerState::exited;
  return status->state != ContainerState::running;
}

}  // namespace podreel::decide

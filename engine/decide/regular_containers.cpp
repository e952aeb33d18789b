#include "engine/decide/regular_containers.hpp"

#include "engine/decide/init_containers.hpp"
#include "engine/decide/kill_messages.hpp"
#include "engine/decide/policy.hpp"
#include "engine/decide/resize.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;

/// `status`: null if the container has no instance.
void decide_down(Decision& decision, std::size_t index, const ContainerStatus* status) {
  const api::Container& container = decision.spec().containers[index];
  const Restart restart = should_be_restarted(decision.observed(), container, status);
  decision.because(container.name, *restart.rule, restart.restart ? start_effect(status) : effect::not_restarted,
                   [&] { return describe(status, restart_policy_of(decision.observed(), container)); });
  if (!restart.restart) return;
  decision.actions().containers_to_start.push_back(index);
  if (status == nullptr || status->state != ContainerState::unknown) return;
  if (!decision.behaviour().has(release::unknown_containers_killed_first)) return;
  decision.kill(*status, unknown_state_message("Container"), kill_reason::unknown);
  decision.because(container.name, rules::unknown_killed, effect::killed, [&] { return describe(status); });
}

/// Reason why a running container is killed.
struct Kill {
  const Rule& rule;
  std::string_view found;
  std::string message;
  std::string_view reason;
  bool restart;
};

std::optional<Kill> kill_reason_for(const Decision& decision, const api::Container& container,
                                    const ContainerStatus& status) {
  const Observed& observed = decision.observed();
  if (decision.has_changed(container, status)) {
    const IdentityVerdict identity = observed.policy.compare(container, status);
    return Kill{rules::definition_changed, "its definition changed",
                definition_changed_message(decision, status, identity), kill_reason::none, true};
  }
  if (has_failed(observed.liveness, status.id)) {
    return Kill{rules::liveness_failed, "its liveness probe failed", liveness_failed_message(decision, status),
                kill_reason::liveness_probe, restarts_on_failure(observed, container)};
  }
  if (observed.behaviour.has(release::startup_probe_failure_kills) && has_failed(observed.startup, status.id)) {
    return Kill{rules::startup_failed, "its startup probe failed", startup_failed_message(status),
                kill_reason::startup_probe, restarts_on_failure(observed, container)};
  }
  return std::nullopt;
}

/// Returns whether the container is kept.
bool decide_running(Decision& decision, std::size_t index, const ContainerStatus& status) {
  const api::Container& container = decision.spec().containers[index];
  const std::optional<Kill> kill = kill_reason_for(decision, container, status);
  if (!kill) {
    if (resize_running_container(decision, index, status)) return false;
    decision.because(container.name, rules::container_kept, {}, [&] { return describe(&status); });
    return true;
  }
  decision.kill(status, kill->restart ? and_restarted(decision, kill->message) : kill->message, kill->reason);
  if (kill->restart) decision.actions().containers_to_start.push_back(index);
  decision.because(container.name, kill->rule, kill->restart ? effect::killed_and_restarted : effect::killed, [&] {
    return memory::Text::joined(
        {describe(&status, restart_policy_of(decision.observed(), container)).view(), "; ", kill->found});
  });
  return false;
}

/// Sidecars must not keep a pod alive whose regular containers have all ended: they are not restarted.
void stop_pod(Decision& decision) {
  decision.actions().kill_pod = true;
  for (const std::size_t index : decision.actions().init_containers_to_start) {
    decision.withdraw_start(decision.spec().init_containers[index].name);
  }
  decision.actions().init_containers_to_start.clear();
  decision.because({}, rules::nothing_left, effect::pod_stopped,
                   [] { return "no container runs or is to be started"; });
}

}  // namespace

void decide_regular_containers(Decision& decision) {
  bool any_kept = false;
  const Observed& observed = decision.observed();
  const runtime::PodStatus& status_of_pod = observed.latest == nullptr ? observed.status : *observed.latest;
  const std::vector<api::Container>& containers = decision.spec().containers;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const ContainerStatus* status = status_of_pod.find(containers[i].name);
    if (status == nullptr || status->state != ContainerState::running) {
      decide_down(decision, i, status);
    } else if (decide_running(decision, i, *status)) {
      any_kept = true;
    }
  }
  if (!any_kept && decision.actions().containers_to_start.empty()) stop_pod(decision);
}

}  // namespace podreel::decide

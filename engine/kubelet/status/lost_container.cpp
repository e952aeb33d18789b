#include "engine/kubelet/status/lost_container.hpp"

#include <variant>

#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/status_rules.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;

StateTerminated end_of(std::string_view reason, std::string_view message, std::int32_t exit_code) {
  StateTerminated end;
  end.exit_code = exit_code;
  end.reason = reason;
  end.message = message;
  return end;
}

bool is_default_waiting(const api::ContainerState& state, const api::Pod& pod) {
  const auto* waiting = std::get_if<StateWaiting>(&state);
  const std::string_view reason =
      pod.spec->init_containers.empty() ? status_reason::container_creating : status_reason::pod_initializing;
  return waiting != nullptr && waiting->reason == reason;
}

void report_removed_for_restart(api::ContainerStatus& status, const api::ContainerStatus& previous) {
  status.state = StateWaiting{status_reason::restarting_all_containers, status_message::removed_for_restart_of_all};
  status.last_state =
      end_of(status_reason::restarting_all_containers, status_message::removed_for_restart_of_all, lost_exit_code);
  status.restart_count = previous.restart_count + 1;
}

}  // namespace

StateTerminated unseen_end() {
  return end_of(status_reason::container_status_unknown, status_message::not_located_when_terminated, lost_exit_code);
}

void report_lost(api::ContainerStatus& status, const api::ContainerStatus& previous, const StatusInputs& inputs) {
  const release::Behaviour& behaviour = inputs.behaviour;
  if (inputs.restart_of_all != RestartOfAll::none && !std::holds_alternative<StateWaiting>(previous.state)) {
    status_rule::because(inputs, status.name, status_rule::removed_for_restart, [] { return std::string{"has gone"}; });
    return report_removed_for_restart(status, previous);
  }
  if (!behaviour.has(release::lost_containers_reported) || !std::holds_alternative<StateRunning>(previous.state))
    return;
  const bool deleted = inputs.pod.metadata.deletion_timestamp.has_value();
  if (!deleted && !behaviour.has(release::lost_containers_count_as_restarted)) return;
  if (!is_default_waiting(status.state, inputs.pod)) return;
  if (std::holds_alternative<StateTerminated>(status.last_state)) return;
  status_rule::because(inputs, status.name, status_rule::lost, [] { return std::string{"was running and has gone"}; });
  status.last_state =
      end_of(status_reason::container_status_unknown, status_message::not_located_when_deleted, lost_exit_code);
  if (!deleted) ++status.restart_count;
}

void report_completed(api::ContainerStatus& status) {
  status.state = end_of(status_reason::completed, status_message::lost_init_container, 0);
}

}  // namespace podreel::kubelet

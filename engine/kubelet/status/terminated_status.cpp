#include "engine/kubelet/status/terminated_status.hpp"

#include <algorithm>
#include <span>
#include <variant>

#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/status/lost_container.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;

bool succeeded(const api::ContainerState& state) {
  const auto* end = std::get_if<StateTerminated>(&state);
  return end != nullptr && end->exit_code == 0;
}

/// The last init container has done its part, now or before.
bool is_past(const api::PodSpec& spec, const api::ContainerStatus& last, const release::Behaviour& behaviour) {
  const auto container = std::ranges::find(spec.init_containers, last.name, &api::Container::name);
  if (container != spec.init_containers.end() && decide::is_sidecar(*container, behaviour)) {
    return std::holds_alternative<StateRunning>(last.state) && last.started.value_or(false);
  }
  return succeeded(last.last_state) || succeeded(last.state);
}

/// The API's status shows that regular containers were, or could have been, started.
bool was_initialized(const api::Pod& pod, const release::Behaviour& behaviour) {
  if (pod.spec->init_containers.empty()) return true;
  for (const api::ContainerStatus& status : pod.status.container_statuses) {
    if (std::holds_alternative<StateTerminated>(status.last_state)) return true;
    if (!std::holds_alternative<StateWaiting>(status.state)) return true;
  }
  const auto& statuses = pod.status.init_container_statuses;
  return !statuses.empty() && is_past(*pod.spec, statuses.back(), behaviour);
}

/// The init containers up to the last that was ever started; the first one counts in any case.
std::size_t begun(const api::ContainerStatuses& statuses) {
  for (std::size_t count = statuses.size(); count > 0; --count) {
    const api::ContainerStatus& status = statuses[count - 1];
    if (!std::holds_alternative<StateWaiting>(status.state)) return count;
    if (std::holds_alternative<StateTerminated>(status.last_state)) return count;
  }
  return statuses.empty() ? 0 : 1;
}

void end_all(std::span<api::ContainerStatus> statuses, const StateTerminated& end, bool waiting_too) {
  for (api::ContainerStatus& status : statuses) {
    if (std::holds_alternative<StateTerminated>(status.state)) continue;
    if (!waiting_too && std::holds_alternative<StateWaiting>(status.state)) continue;
    status.state = end;
  }
}

/// Up to 1.17 every container's end is overwritten by an empty one, which reads as a success.
void forget_ends(api::ContainerStatuses& statuses) {
  for (api::ContainerStatus& status : statuses) status.state = StateTerminated{};
}

}  // namespace

api::PodStatus terminated_status(const api::Pod& pod, api::PodStatus status, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::termination_marks_unknown)) {
    forget_ends(status.container_statuses);
    forget_ends(status.init_container_statuses);
  } else if (!behaviour.has(release::termination_looks_at_initialization)) {
    end_all(status.container_statuses, unseen_end(), false);
    end_all(status.init_container_statuses, unseen_end(), false);
  } else {
    if (was_initialized(pod, behaviour)) end_all(status.container_statuses, unseen_end(), true);
    const std::size_t count = begun(status.init_container_statuses);
    end_all(std::span{status.init_container_statuses}.first(count), unseen_end(), true);
  }
  const bool needs_phase = behaviour.has(release::finished_pods_get_terminal_phase) && !pod.is_static();
  if (needs_phase && !is_terminal(status.phase)) status.phase = api::PodPhase::failed;
  return status;
}

}  // namespace podreel::kubelet

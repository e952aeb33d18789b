#include "engine/kubelet/status/status_merge.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/kubelet/status/container_status_order.hpp"
#include "engine/kubelet/status/pod_conditions.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

using api::PodCondition;

/// All of a pod's containers share this many bytes of termination messages
/// (kubecontainer.MaxPodTerminationMessageLogLength).
constexpr std::size_t termination_message_bytes = 1024 * 12;

/// The eviction manager writes it, too, so the API's may be newer.
bool is_shared(const memory::Text& type, const release::Behaviour& behaviour) {
  return type == condition_type::disruption_target && behaviour.has(release::disruption_target_condition);
}

bool is_owned_or_shared(const memory::Text& type, const release::Behaviour& behaviour) {
  return is_kubelets_own(type, behaviour) || is_shared(type, behaviour);
}

/// Returns the condition of a type, which is in the same place as before in most cases.
const PodCondition* find_condition(const api::PodStatus& status, const memory::Text& type, std::size_t place) {
  const api::PodConditions& conditions = status.conditions;
  if (place < conditions.size() && conditions[place].type == type) return &conditions[place];
  return api::find_condition(status, type);
}

/// Mostly they are.
bool same_types(const api::PodConditions& left, const api::PodConditions& right) {
  return std::ranges::equal(left, right, {}, &PodCondition::type, &PodCondition::type);
}

std::ptrdiff_t owned_conditions(const api::PodStatus& status, const release::Behaviour& behaviour) {
  return std::ranges::count_if(
      status.conditions, [&](const PodCondition& condition) { return is_owned_or_shared(condition.type, behaviour); });
}

void set_transition_time(PodCondition& condition, const PodCondition* earlier, sim::Time now) {
  condition.last_transition_time =
      earlier != nullptr && earlier->status == condition.status ? earlier->last_transition_time : now;
}

/// A pod that has ended is not ready, even if nobody has looked yet.
void deny_readiness(const api::Pod& pod, api::PodStatus& status, const release::Behaviour& behaviour, sim::Time now) {
  const auto is_true = [&](const memory::Text& type) {
    const PodCondition* condition = api::find_condition(status, type);
    return condition != nullptr && condition->status == "True";
  };
  if (!is_true(condition_type::ready) && !is_true(condition_type::containers_ready)) return;
  for (const memory::Text& type : {condition_type::containers_ready, condition_type::ready}) {
    const PodCondition* existing = api::find_condition(status, type);
    PodCondition denied = terminal_condition(type, pod, status.phase, behaviour);
    denied.last_transition_time = existing != nullptr && existing->status == denied.status
                                      ? existing->last_transition_time
                                      : sim::truncated_to_seconds(now);
    api::set_condition(status.conditions, std::move(denied));
  }
}

bool are_kubelets_own(const api::PodConditions& conditions, const release::Behaviour& behaviour) {
  return std::ranges::all_of(conditions,
                             [&](const PodCondition& condition) { return is_kubelets_own(condition.type, behaviour); });
}

/// Those of others as they are, then the kubelet's own.
api::PodConditions merged_conditions(const api::PodStatus& existing, const api::PodConditions& reported,
                                     bool takes_shared, const release::Behaviour& behaviour, sim::Time now) {
  const bool are_same = same_types(existing.conditions, reported);
  if (are_kubelets_own(reported, behaviour) && (are_same || are_kubelets_own(existing.conditions, behaviour))) {
    return reported;
  }
  api::PodConditions merged;
  merged.reserve(existing.conditions.size() + reported.size());
  for (const PodCondition& condition : existing.conditions) {
    if (!is_kubelets_own(condition.type, behaviour)) merged.push_back(condition);
  }
  for (const PodCondition& condition : reported) {
    if (is_kubelets_own(condition.type, behaviour)) {
      merged.push_back(condition);
    } else if (is_shared(condition.type, behaviour) && takes_shared) {
      PodCondition shared = condition;
      set_transition_time(shared, api::find_condition(existing, shared.type), sim::truncated_to_seconds(now));
      api::set_condition(merged, std::move(shared));
    }
  }
  return merged;
}

/// Changes those items that are not as they should be; a list without any stays shared.
template <class List, class IsRight, class Change>
void correct(List& list, const IsRight& is_right, const Change& change) {
  for (std::size_t index = 0; index < list.size(); ++index) {
    if (!is_right(std::as_const(list)[index])) change(list[index]);
  }
}

bool is_whole(sim::Time time) {
  return time == sim::truncated_to_seconds(time);
}

bool is_normal(const api::ContainerState& state, std::size_t message_bytes) {
  if (const auto* running = std::get_if<api::StateRunning>(&state)) return is_whole(running->started_at);
  const auto* terminated = std::get_if<api::StateTerminated>(&state);
  return terminated == nullptr || (is_whole(terminated->started_at) && is_whole(terminated->finished_at) &&
                                   terminated->message.size() <= message_bytes);
}

void normalize_state(api::ContainerState& state, std::size_t message_bytes) {
  if (auto* running = std::get_if<api::StateRunning>(&state)) {
    running->started_at = sim::truncated_to_seconds(running->started_at);
  } else if (auto* terminated = std::get_if<api::StateTerminated>(&state)) {
    terminated->started_at = sim::truncated_to_seconds(terminated->started_at);
    terminated->finished_at = sim::truncated_to_seconds(terminated->finished_at);
    if (terminated->message.size() > message_bytes)
      terminated->message = terminated->message.view().substr(0, message_bytes);
  }
}

void normalize_containers(api::ContainerStatuses& statuses, std::size_t message_bytes) {
  const auto is_right = [message_bytes](const api::ContainerStatus& status) {
    return is_normal(status.state, message_bytes) && is_normal(status.last_state, message_bytes);
  };
  correct(statuses, is_right, [message_bytes](api::ContainerStatus& status) {
    normalize_state(status.state, message_bytes);
    normalize_state(status.last_state, message_bytes);
  });
}

void leave_out_unknown(api::ContainerStatuses& statuses, const api::ContainerStatuses& own) {
  const auto is_right = [&own](const api::ContainerStatus& status) {
    const api::ContainerStatus* known = find_status(own, status.name);
    if (known == nullptr) return true;
    const bool has_unknown = (known->allocated_resources.empty() && !status.allocated_resources.empty()) ||
                             (!known->resources_requests_limits && status.resources_requests_limits);
    return !has_unknown;
  };
  correct(statuses, is_right, [&own](api::ContainerStatus& status) {
    const api::ContainerStatus* known = find_status(own, status.name);
    if (known->allocated_resources.empty()) status.allocated_resources = {};
    if (!known->resources_requests_limits) status.resources_requests_limits.reset();
  });
}

}  // namespace

api::PodStatus merge_status(const api::Pod& existing, const api::PodStatus& reported, bool delay_terminal_phase,
                            const release::Behaviour& behaviour, sim::Time now) {
  api::PodStatus status = reported;
  const bool ends = !is_terminal(existing.status.phase) && is_terminal(status.phase);
  if (behaviour.has(release::foreign_conditions_kept)) {
    status.conditions =
        merged_conditions(existing.status, status.conditions, ends && !delay_terminal_phase, behaviour, now);
  }
  // A patch leaves alone what the kubelet does not know.
  if (!behaviour.has(release::observed_generation_sticks))
    status.observed_generation = existing.status.observed_generation;
  if (!behaviour.has(release::resources_of_pod_reported) &&
      !behaviour.has(release::unreported_resources_of_pod_removed)) {
    status.allocated_resources = existing.status.allocated_resources;
    status.resources = existing.status.resources;
  }
  if (ends && delay_terminal_phase) {
    status.phase = existing.status.phase;
    status.reason = existing.status.reason;
    status.message = existing.status.message;
  }
  if (is_terminal(status.phase) && behaviour.has(release::terminal_pods_are_never_ready)) {
    deny_readiness(existing, status, behaviour, now);
  }
  return status;
}

void normalize_status(const api::Pod& pod, api::PodStatus& status) {
  const std::size_t containers = pod.spec->containers.size() + pod.spec->init_containers.size();
  const std::size_t message_bytes = containers > 0 ? termination_message_bytes / containers : termination_message_bytes;
  if (status.start_time) status.start_time = sim::truncated_to_seconds(*status.start_time);
  const auto is_right = [](const PodCondition& condition) {
    return is_whole(condition.last_probe_time) && is_whole(condition.last_transition_time);
  };
  correct(status.conditions, is_right, [](PodCondition& condition) {
    condition.last_probe_time = sim::truncated_to_seconds(condition.last_probe_time);
    condition.last_transition_time = sim::truncated_to_seconds(condition.last_transition_time);
  });
  normalize_containers(status.container_statuses, message_bytes);
  sort_by_name(status.container_statuses);
  normalize_containers(status.init_container_statuses, message_bytes);
  normalize_containers(status.ephemeral_container_statuses, message_bytes);
}

void leave_out_unknown(api::PodStatus& status, const api::PodStatus& own) {
  if (own.observed_generation == 0) status.observed_generation = 0;
  const auto is_right = [&own](const PodCondition& condition) {
    const PodCondition* known = api::find_condition(own, condition.type);
    return condition.observed_generation == 0 || known == nullptr || known->observed_generation != 0;
  };
  correct(status.conditions, is_right, [](PodCondition& condition) { condition.observed_generation = 0; });
  if (own.host_ips.empty()) status.host_ips = {};
  if (own.allocated_resources.empty()) status.allocated_resources = {};
  if (!own.resources) status.resources.reset();
  leave_out_unknown(status.init_container_statuses, own.init_container_statuses);
  leave_out_unknown(status.container_statuses, own.container_statuses);
}

bool same_for_kubelet(const api::PodStatus& before, const api::PodStatus& now, const release::Behaviour& behaviour) {
  // Before, none of the kubelet's conditions ever went away.
  if (behaviour.has(release::resize_conditions) && !same_types(before.conditions, now.conditions) &&
      owned_conditions(before, behaviour) != owned_conditions(now, behaviour)) {
    return false;
  }
  for (std::size_t place = 0; place < now.conditions.size(); ++place) {
    const PodCondition& condition = now.conditions[place];
    if (!is_owned_or_shared(condition.type, behaviour)) continue;
    const PodCondition* earlier = find_condition(before, condition.type, place);
    if (earlier == nullptr || earlier->status != condition.status || earlier->reason != condition.reason ||
        earlier->message != condition.message || earlier->observed_generation != condition.observed_generation) {
      return false;
    }
  }
  return api::equal_but_for_conditions(before, now);
}

void set_transition_times(api::PodStatus& status, const api::PodStatus& before, const release::Behaviour& behaviour,
                          sim::Time now) {
  std::size_t place = 0;
  for (PodCondition& condition : status.conditions) {
    const PodCondition* earlier = find_condition(before, condition.type, place++);
    if (is_owned_or_shared(condition.type, behaviour)) set_transition_time(condition, earlier, now);
  }
}

}  // namespace podreel::kubelet

#include "engine/kubelet/status/pod_conditions.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/decide/restart_all.hpp"
#include "engine/decide/sandbox_change.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/observation.hpp"
#include "engine/kubelet/status/observed_generation.hpp"
#include "engine/kubelet/status/pod_phase.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

using api::PodCondition;
using api::PodPhase;

const memory::Text is_true{"True"};
const memory::Text is_false{"False"};

PodCondition condition(const memory::Text& type, bool holds, const api::Pod& pod, const release::Behaviour& behaviour,
                       const memory::Text& reason = {}, const memory::Text& message = {}) {
  PodCondition result;
  result.type = type;
  result.status = holds ? is_true : is_false;
  result.reason = reason;
  result.message = message;
  result.observed_generation = observed_generation(pod, type, behaviour);
  return result;
}

/// Containers by name that keep a condition from being True, printed as Go prints a list of strings.
struct Missing {
  using Names = boost::container::small_vector<std::string_view, 4>;
  Names unknown;
  Names unmet;

  /// Empty if none does.
  [[nodiscard]] memory::Text message(std::string_view what) const {
    Parts parts;
    append("unknown", unknown, parts);
    append(what, unmet, parts);
    return memory::Text::joined({parts.data(), parts.size()});
  }

 private:
  using Parts = boost::container::small_vector<std::string_view, 16>;
  static void append(std::string_view status, const Names& names, Parts& parts) {
    if (names.empty()) return;
    if (!parts.empty()) parts.push_back(", ");
    parts.push_back("containers with ");
    parts.push_back(status);
    parts.push_back(" status: [");
    for (std::size_t index = 0; index < names.size(); ++index) {
      if (index > 0) parts.push_back(" ");
      parts.push_back(names[index]);
    }
    parts.push_back("]");
  }
};

Missing missing_readiness(const api::PodSpec& spec, const api::PodStatus& status, const release::Behaviour& behaviour) {
  Missing missing;
  const auto look_at = [&](const api::Container& container, const api::ContainerStatuses& statuses) {
    const api::ContainerStatus* found = api::find_status(statuses, container.name);
    if (found == nullptr) {
      missing.unknown.push_back(container.name);
    } else if (!found->ready) {
      missing.unmet.push_back(container.name);
    }
  };
  for (const api::Container& container : spec.init_containers) {
    if (decide::is_sidecar(container, behaviour)) look_at(container, status.init_container_statuses);
  }
  for (const api::Container& container : spec.containers) look_at(container, status.container_statuses);
  return missing;
}

Missing missing_initialization(const StatusInputs& inputs, const api::PodStatus& status) {
  Missing missing;
  for (const api::Container& container : inputs.pod.spec->init_containers) {
    const api::ContainerStatus* found = api::find_status(status.init_container_statuses, container.name);
    const bool sidecar = decide::is_sidecar(container, inputs.behaviour);
    if (found == nullptr) {
      missing.unknown.push_back(container.name);
    } else if (sidecar ? !found->started.value_or(false) : !found->ready) {
      missing.unmet.push_back(container.name);
    }
  }
  return missing;
}

std::string unmet_gates(const api::PodSpec& spec, const api::PodStatus& status) {
  if (spec.readiness_gates.empty()) return {};
  std::vector<std::string> messages;
  for (const std::string& gate : spec.readiness_gates) {
    const PodCondition* found = api::find_condition(status, gate);
    if (found == nullptr) {
      messages.push_back(fmt::format("corresponding condition of pod readiness gate \"{}\" does not exist.", gate));
    } else if (found->status != is_true) {
      messages.push_back(
          fmt::format("the status of pod readiness gate \"{}\" is not \"True\", but {}", gate, found->status));
    }
  }
  return fmt::format("{}", fmt::join(messages, ", "));
}

/// Ready, of ContainersReady.
PodCondition with_readiness_gates(PodCondition containers_ready, const api::Pod& pod, const api::PodStatus& status,
                                  const release::Behaviour& behaviour) {
  containers_ready.type = condition_type::ready;
  if (containers_ready.status != is_true || !behaviour.has(release::readiness_gates)) return containers_ready;
  const std::string message = unmet_gates(*pod.spec, status);
  if (message.empty()) return containers_ready;
  return condition(condition_type::ready, false, pod, behaviour, status_reason::readiness_gates_not_ready, message);
}

bool needs_sandbox(const StatusInputs& inputs) {
  return decide::sandbox_change(observation(inputs.pod, inputs.observed, inputs.behaviour)).changed;
}

/// Message beside PodSandboxNotReady; empty for the cases whose text is not known: several ready sandboxes, a newest
/// one that is not ready, another network namespace.
memory::Text why_sandbox_is_needed(const decide::SandboxChange& change) {
  if (change.rule == &decide::rules::no_sandbox) return status_message::no_pod_sandbox;
  if (change.rule == &decide::rules::sandbox_without_ip) return status_message::sandbox_without_ip;
  return {};
}

PodCondition ready_to_start_condition(const StatusInputs& inputs) {
  const memory::Text& type = condition_type::ready_to_start_containers;
  const release::Behaviour& behaviour = inputs.behaviour;
  const decide::SandboxChange change = decide::sandbox_change(observation(inputs.pod, inputs.observed, behaviour));
  if (!change.changed || !behaviour.has(release::missing_sandbox_is_explained)) {
    return condition(type, !change.changed, inputs.pod, behaviour);
  }
  return condition(type, false, inputs.pod, behaviour, status_reason::pod_sandbox_not_ready,
                   why_sandbox_is_needed(change));
}

bool any_rule_restarts_all(const std::vector<api::Container>& containers) {
  return std::ranges::any_of(containers, [](const api::Container& container) {
    return std::ranges::any_of(container.restart_policy_rules, [](const api::ContainerRestartRule& rule) {
      return rule.action == "RestartAllContainers";
    });
  });
}

PodCondition restarting_condition(const StatusInputs& inputs, PodPhase phase) {
  const auto with = [&](bool holds, const memory::Text& reason, const memory::Text& message) {
    PodCondition result;
    result.type = decide::all_containers_restarting;
    result.status = holds ? is_true : is_false;
    result.reason = reason;
    result.message = message;
    return result;
  };
  if (phase == PodPhase::succeeded) return with(false, status_reason::pod_completed, {});
  if (phase == PodPhase::failed) return with(false, status_reason::pod_failed, {});
  if (inputs.restart_of_all != RestartOfAll::under_way) return with(false, {}, {});
  return with(true, status_reason::restart_all_containers_started, status_message::exited_with_restart_rule);
}

PodCondition resize_condition(const memory::Text& type, const ResizeCondition& resize,
                              const release::Behaviour& behaviour) {
  PodCondition result;
  result.type = type;
  result.status = is_true;
  result.reason = resize.reason;
  result.message = resize.message;
  if (behaviour.has(release::conditions_name_generation)) result.observed_generation = resize.generation;
  return result;
}

/// Conditions that others wrote, and conditions that the kubelet wrote for good.
api::PodConditions preserved_conditions(const StatusInputs& inputs) {
  api::PodConditions result;
  if (!inputs.behaviour.has(release::foreign_conditions_kept)) return result;
  for (const PodCondition& existing : inputs.pod.status.conditions) {
    if (!is_kubelets_own(existing.type, inputs.behaviour)) result.push_back(existing);
  }
  if (!inputs.behaviour.has(release::disruption_target_condition)) return result;
  const PodCondition* disruption = api::find_condition(inputs.previous, condition_type::disruption_target);
  if (disruption != nullptr) api::set_condition(result, *disruption);
  return result;
}

}  // namespace

PodCondition terminal_condition(const memory::Text& type, const api::Pod& pod, PodPhase phase,
                                const release::Behaviour& behaviour) {
  return condition(type, false, pod, behaviour,
                   phase == PodPhase::failed ? status_reason::pod_failed : status_reason::pod_completed);
}

PodCondition containers_ready_condition(const api::Pod& pod, const api::PodStatus& status,
                                        const release::Behaviour& behaviour) {
  const memory::Text& type = condition_type::containers_ready;
  if (status.container_statuses.empty() && status.init_container_statuses.empty()) {
    return condition(type, false, pod, behaviour, status_reason::unknown_container_statuses);
  }
  const Missing missing = missing_readiness(*pod.spec, status, behaviour);
  if (status.phase == PodPhase::succeeded && missing.unknown.empty()) {
    return terminal_condition(type, pod, status.phase, behaviour);
  }
  if (status.phase == PodPhase::failed && behaviour.has(release::terminal_pods_are_never_ready)) {
    return terminal_condition(type, pod, status.phase, behaviour);
  }
  const memory::Text message = missing.message("unready");
  if (message.empty()) return condition(type, true, pod, behaviour);
  return condition(type, false, pod, behaviour, status_reason::containers_not_ready, message);
}

PodCondition ready_condition(const api::Pod& pod, const api::PodStatus& status, const release::Behaviour& behaviour) {
  return with_readiness_gates(containers_ready_condition(pod, status, behaviour), pod, status, behaviour);
}

PodCondition initialized_condition(const StatusInputs& inputs, const api::PodStatus& status) {
  const memory::Text& type = condition_type::initialized;
  const release::Behaviour& behaviour = inputs.behaviour;
  const Missing missing = missing_initialization(inputs, status);
  if (status.phase == PodPhase::succeeded && missing.unknown.empty()) {
    return condition(type, true, inputs.pod, behaviour, status_reason::pod_completed);
  }
  if (behaviour.has(release::started_pods_stay_initialized) &&
      any_regular_container_started(*inputs.pod.spec, status.container_statuses)) {
    return condition(type, true, inputs.pod, behaviour);
  }
  const memory::Text message = missing.message("incomplete");
  if (message.empty()) return condition(type, true, inputs.pod, behaviour);
  const PodCondition* before = api::find_condition(inputs.previous, type);
  if (behaviour.has(release::restart_all_containers) && before != nullptr && before->status == is_true) {
    return condition(type, true, inputs.pod, behaviour);
  }
  return condition(type, false, inputs.pod, behaviour, status_reason::containers_not_initialized, message);
}

void build_conditions(const StatusInputs& inputs, api::PodStatus& status) {
  const release::Behaviour& behaviour = inputs.behaviour;
  const api::Pod& pod = inputs.pod;
  status.conditions = preserved_conditions(inputs);
  api::PodConditions& conditions = status.conditions;
  constexpr std::size_t usual_conditions = 5;
  conditions.reserve(conditions.size() + usual_conditions);
  const auto add = [&](PodCondition&& added) { conditions.push_back(std::move(added)); };
  if (behaviour.has(release::ready_to_start_condition)) {
    add(ready_to_start_condition(inputs));
  }
  if (behaviour.has(release::pod_has_network_condition)) {
    add(condition(condition_type::pod_has_network, !needs_sandbox(inputs), pod, behaviour));
  }
  add(initialized_condition(inputs, status));
  PodCondition containers_ready = containers_ready_condition(pod, status, behaviour);
  add(with_readiness_gates(containers_ready, pod, status, behaviour));
  if (behaviour.has(release::containers_ready_condition)) add(std::move(containers_ready));
  add(condition(condition_type::pod_scheduled, true, pod, behaviour));
  if (behaviour.has(release::restart_all_containers) &&
      (any_rule_restarts_all(pod.spec->containers) || any_rule_restarts_all(pod.spec->init_containers))) {
    add(restarting_condition(inputs, status.phase));
  }
  if (inputs.resize == nullptr || !behaviour.has(release::resize_conditions)) return;
  if (inputs.resize->pending) add(resize_condition(condition_type::resize_pending, *inputs.resize->pending, behaviour));
  if (!inputs.resize->in_progress) return;
  add(resize_condition(condition_type::resize_in_progress, *inputs.resize->in_progress, behaviour));
}

void set_ready_to_start(api::PodStatus& status, const api::Pod& pod, const release::Behaviour& behaviour) {
  api::set_condition(status.conditions, condition(condition_type::ready_to_start_containers, true, pod, behaviour));
}

bool is_kubelets_own(const memory::Text& type, const release::Behaviour& behaviour) noexcept {
  if (type == condition_type::ready || type == condition_type::initialized) return true;
  if (type == condition_type::pod_scheduled) return true;
  if (type == condition_type::containers_ready) return behaviour.has(release::containers_ready_condition);
  if (type == condition_type::ready_to_start_containers) return behaviour.has(release::ready_to_start_condition);
  if (type == condition_type::pod_has_network) return behaviour.has(release::pod_has_network_condition);
  if (type == condition_type::resize_pending || type == condition_type::resize_in_progress) {
    return behaviour.has(release::resize_conditions);
  }
  return type == decide::all_containers_restarting && behaviour.has(release::restart_all_containers);
}

}  // namespace podreel::kubelet

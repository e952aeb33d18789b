#include "engine/kubelet/status/container_transition.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "engine/decide/restart_policy.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/observation.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

namespace {

using api::StateTerminated;

bool restarts_everything(const api::PodSpec& spec) {
  const auto has_rule = [](const api::Container& container) {
    return std::ranges::any_of(container.restart_policy_rules, [](const api::ContainerRestartRule& rule) {
      return rule.action == "RestartAllContainers";
    });
  };
  return std::ranges::any_of(spec.containers, has_rule) || std::ranges::any_of(spec.init_containers, has_rule);
}

bool may_restart(const api::Pod& pod, const std::string& name, std::int32_t exit_code,
                 const release::Behaviour& behaviour) {
  const api::FoundContainer found = api::find_container(*pod.spec, name);
  if (found.container == nullptr) return true;
  if (found.kind == api::ContainerKind::init && decide::is_sidecar(*found.container, behaviour)) return true;
  static const runtime::PodStatus nothing;
  const decide::Observed observed = observation(pod, nothing, behaviour);
  return decide::restarts_after_exit(observed, *found.container, exit_code).restart;
}

std::optional<std::string> find_illegal(const api::Pod& pod, const api::ContainerStatuses& before,
                                        const api::ContainerStatuses& after, const release::Behaviour& behaviour) {
  for (const api::ContainerStatus& old : before) {
    const auto* end = std::get_if<StateTerminated>(&old.state);
    if (end == nullptr || may_restart(pod, old.name, end->exit_code, behaviour)) continue;
    const api::ContainerStatus* now = api::find_status(after, old.name);
    if (now == nullptr || std::holds_alternative<StateTerminated>(now->state)) continue;
    return fmt::format("terminated container {} attempted illegal transition to non-terminated state", old.name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> illegal_transition(const api::Pod& pod, const api::PodStatus& before,
                                              const api::PodStatus& after, const release::Behaviour& behaviour) {
  if (behaviour.has(release::restart_all_containers) && restarts_everything(*pod.spec)) return std::nullopt;
  std::optional<std::string> illegal =
      find_illegal(pod, before.container_statuses, after.container_statuses, behaviour);
  if (illegal) return illegal;
  return find_illegal(pod, before.init_container_statuses, after.init_container_statuses, behaviour);
}

}  // namespace podreel::kubelet

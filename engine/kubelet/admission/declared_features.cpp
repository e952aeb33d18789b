#include "engine/kubelet/admission/declared_features.hpp"

#include <algorithm>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::kubelet {

namespace {

bool may_restart_all(const api::Container& container) {
  return std::ranges::any_of(container.restart_policy_rules, [](const api::ContainerRestartRule& rule) {
    return rule.action == "RestartAllContainers";
  });
}

}  // namespace

std::optional<std::string> missing_feature(const api::Pod& pod, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::declared_features_are_checked) || behaviour.has(release::restart_all_containers)) {
    return std::nullopt;
  }
  const bool needs_it = std::ranges::any_of(pod.spec->containers, may_restart_all) ||
                        std::ranges::any_of(pod.spec->init_containers, may_restart_all);
  if (!needs_it) return std::nullopt;
  return "Pod requires node features that are not available: RestartAllContainersOnContainerExits";
}

}  // namespace podreel::kubelet

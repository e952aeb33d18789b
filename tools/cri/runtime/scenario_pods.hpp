// What a scenario says of the containers of its pods that no client does: which of them are init containers.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/api/pod.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

class ScenarioPods {
 public:
  /// Of the pods that the scenario's timeline creates.
  explicit ScenarioPods(const language::Scenario& scenario);

  /// The container as the fake runtime is to know it, in a pod that has nothing else.
  [[nodiscard]] api::PodPtr pod_with(const SandboxConfig& sandbox, const std::string& uid,
                                     const ContainerConfig& container, api::ContainerKind& kind) const;

 private:
  struct InitContainers {
    std::set<std::string> ordinary;
    std::set<std::string> sidecars;
  };
  /// By "namespace/name".
  std::map<std::string, InitContainers> pods_;
};

/// The pod that the sandbox is of.
[[nodiscard]] api::PodPtr pod_of(const SandboxConfig& sandbox, const std::string& uid);

/// As a fake runtime applies them.
[[nodiscard]] api::LinuxResources linux_resources(const Resources& resources);

}  // namespace podreel::cri

// Init containers and times of creation of the scenario's pods, which CRI clients do not state.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

class ScenarioPods {
 public:
  /// Uses the pods that the scenario's timeline creates.
  explicit ScenarioPods(const format::Scenario& scenario);

  /// Returns a pod that has only this container, for the fake runtime.
  [[nodiscard]] api::PodPtr pod_with(const SandboxConfig& sandbox, const std::string& uid,
                                     const ContainerConfig& container, api::ContainerKind& kind) const;
  /// Returns the time since the scenario's start at which the timeline last created the pod, up to `now`; no value if
  /// it has not created it.
  [[nodiscard]] std::optional<sim::Duration> last_created(const SandboxConfig& sandbox, sim::Duration now) const;

 private:
  struct InitContainers {
    std::set<std::string> ordinary;
    std::set<std::string> sidecars;
  };
  /// Keys are "namespace/name".
  std::map<std::string, InitContainers> pods_;
  /// Times of creation in order, with the same keys.
  std::map<std::string, std::vector<sim::Duration>> created_;
};

/// Returns the pod of a sandbox.
[[nodiscard]] api::PodPtr pod_of(const SandboxConfig& sandbox, const std::string& uid);

/// Converts resources for the fake runtime.
[[nodiscard]] api::LinuxResources linux_resources(const Resources& resources);

}  // namespace podreel::cri

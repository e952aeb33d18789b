// Upgrade forecasts: which containers restart after a change of the kubelet, and why.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "podreel/problem.hpp"
#include "podreel/release.hpp"

namespace podreel {

class Policy;

/// Effects of one step of an upgrade on a container.
enum class UpgradeEffect : std::uint8_t {
  /// The container's hash is unchanged.
  stays,
  /// The container's hash changes, but the new kubelet does not kill it: init containers, ephemeral containers, and
  /// containers that do not run.
  left_alone,
  /// The container is killed and started again.
  restarts,
  /// The container restarts if a kubelet before its node's has started it.
  may_restart,
};

/// Returns "stays", "changed, left alone", "restarts" or "may restart".
[[nodiscard]] std::string_view to_string(UpgradeEffect effect) noexcept;

/// The forecast for one container in one step.
struct ContainerForecast {
  /// Namespace of the pod.
  std::string namespace_name;
  /// Name of the pod.
  std::string pod;
  /// Workload that owns the pod, as in "Deployment/default/web"; empty for a bare pod.
  std::string owner;
  /// Name of the container.
  std::string container;
  /// Effect of the step.
  UpgradeEffect effect = UpgradeEffect::stays;
  /// Hash that the previous kubelet stored with the container.
  std::uint64_t hash_before = 0;
  /// Hash that the next kubelet computes for it.
  std::uint64_t hash_after = 0;
  /// Rule that changes the hash: "1.31 hashes only name and image". Empty if the hash is unchanged.
  std::string rule;
  /// Fields and values to which the rule applies.
  std::string detail;
  /// File of the pod.
  std::string file;
  /// Line of the pod in the file, from 1; 0 if unknown.
  int line = 0;
};

/// The forecast for one step of a path.
struct UpgradeStep {
  /// Release of the previous kubelet.
  Release from;
  /// Release of the next kubelet.
  Release to;
  /// All containers, in the order in which their pods were added.
  std::vector<ContainerForecast> containers;
};

/// The releases of a node's kubelet during an upgrade.
struct UpgradePath {
  /// At least two of simulated_releases() or patches of them, in order of use. A later one may be older.
  std::vector<Release> releases;
  /// Feature gates of all kubelets of the path.
  FeatureGates feature_gates = {};
  /// Policy of all kubelets of the path. Null: upstream's.
  std::shared_ptr<const Policy> policy = nullptr;
};

/// Predicts which containers restart. The forecast equals what a replay does in which a kubelet of the next release
/// takes over. Static pods' manifests are not considered; `podreel upgrade` does so.
class UpgradeForecast {
 public:
  /// Starts a forecast without pods. A path with fewer than two releases, or with one that is not simulated, is a
  /// problem, and there are no steps.
  explicit UpgradeForecast(const UpgradePath& path);
  /// Moves a forecast; `other` may then only be destroyed or assigned to.
  UpgradeForecast(UpgradeForecast&& other) noexcept;
  /// Moves a forecast; `other` may then only be destroyed or assigned to.
  UpgradeForecast& operator=(UpgradeForecast&& other) noexcept;
  /// Destroys the forecast.
  ~UpgradeForecast();

  /// Adds the pods of a file of any size: manifests of pods and workloads in YAML or JSON, or the output of `kubectl
  /// get pods -A -o json`; "-" is standard input. Defects of the file become problems.
  void add_file(const std::string& path);

  /// Adds the pods of an object: a Pod, a workload such as a Deployment, or a list. Problems name it `file`.
  void add_object(const nlohmann::json& object, const std::string& file);

  /// Returns one forecast for each step of the path, in its order.
  [[nodiscard]] std::vector<UpgradeStep> steps() const;

  /// Returns all problems so far.
  [[nodiscard]] const std::vector<Problem>& problems() const noexcept;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace podreel

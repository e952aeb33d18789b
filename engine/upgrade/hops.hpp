// Containers that one hop of an upgrade leaves alone and a later hop restarts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"
#include "engine/sim/time.hpp"
#include "engine/upgrade/path.hpp"
#include "engine/upgrade/upgrade_evaluator.hpp"

namespace podreel::upgrade {

/// A kubelet that leaves changed containers alone, as those before 1.32 leave sidecars, keeps them with the hash of the
/// kubelet before it. Looks beyond both ends of one path for what becomes of these.
class Hops {
 public:
  /// At least two releases.
  explicit Hops(const Path& path);

  /// Completes the forecasts of a pod for the steps of the path, as UpgradeEvaluator::evaluate returns them for the
  /// same arguments. A container that may be older than its node's kubelet, and then restarts, may restart. A container
  /// that the last step leaves alone names the release at which it restarts. `ready_since` is when the node's kubelet
  /// became Ready, if known.
  void complete(const manifests::ManifestPod& found, const std::string& file, const StoredHashes& observed,
                std::optional<sim::Time> ready_since, std::vector<std::vector<ContainerForecast>>& steps);

 private:
  using Steps = std::vector<std::vector<ContainerForecast>>;

  void look_back(const manifests::ManifestPod& found, const std::string& file, std::optional<sim::Time> ready_since,
                 Steps& steps);
  void look_ahead(const manifests::ManifestPod& found, const std::string& file, const StoredHashes& observed,
                  Steps& steps);

  release::Release from_;
  /// The path after a step from an older release to its first; the nearest older release comes first.
  std::vector<UpgradeEvaluator> from_older_;
  /// The path, continued by a step to each newer minor release; no value if there is none.
  std::optional<UpgradeEvaluator> continued_;
  std::vector<release::Release> newer_;
};

/// Returns why a running container may have been started before the kubelet that its node has now: it runs since before
/// the node became Ready, or before another container of its pod restarted. No value without such a sign.
[[nodiscard]] std::optional<std::string> sign_of_age(const nlohmann::json& pod, const ContainerForecast& container,
                                                     std::optional<sim::Time> ready_since);

}  // namespace podreel::upgrade

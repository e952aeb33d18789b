// An answer by nodes and by workloads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/upgrade/cluster_inventory.hpp"
#include "engine/upgrade/forecast.hpp"

namespace podreel::upgrade {

/// Number of pods, and of those with containers that restart.
struct PodCount {
  int restarting = 0;
  int pods = 0;
};

struct NodeView {
  std::string name;
  /// "v1.30.4-eks-a737599".
  std::string kubelet;
  PodCount pods;
  Count containers;
};

/// Share of a workload on one node.
enum class Exposure : std::uint8_t {
  /// The node's control plane may depend on it, and no other pod takes its place.
  static_pod,
  /// A Job's pods begin their work again.
  job,
  /// One pod is all there is, and it is no DaemonSet's or Job's.
  single_replica,
  stateful_set,
  other,
};

/// "static pod", "work starts over", "one replica", "StatefulSet"; empty for others.
[[nodiscard]] std::string_view to_string(Exposure exposure) noexcept;

struct WorkloadView {
  /// "Deployment/shop/web"; of a pod that nobody keeps "Pod/shop/web", of a static pod "StaticPod/kube-system/etcd-a".
  std::string title;
  Exposure exposure = Exposure::other;
  PodCount pods;
  Count containers;
  /// On how many nodes its pods are.
  int nodes = 0;
};

struct ClusterView {
  /// All that are known, by name, in natural order.
  std::vector<NodeView> nodes;
  /// First those that are exposed, then those of which the most pods restart.
  std::vector<WorkloadView> workloads;
};

/// `steps` are one step of one path, for all kubelets.
[[nodiscard]] ClusterView view_of(const StepForecasts& steps, const ClusterInventory& cluster);

/// View of one step of one path of a forecast, with the step's policy and target release.
struct SteppedView {
  UpgradeStep step;
  ClusterView view;
};
[[nodiscard]] std::vector<SteppedView> views_of(const Forecast& forecast, const ClusterInventory& cluster);

}  // namespace podreel::upgrade

// Clusters of nodes and their workloads, as plain values.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/api/pod.hpp"
#include "engine/kubelet/admission/taints.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "runtime_fake/script.hpp"
#include "scenarios/cluster/model/disruption_budget.hpp"
#include "scenarios/format/settings/kubelet_settings.hpp"

namespace podreel::fleet {

/// Determines names and placement of a workload's pods: bare, as a ReplicaSet's, a StatefulSet's or a DaemonSet's.
enum class Owner : std::uint8_t { none, replica_set, stateful_set, daemon_set };

/// Index of no node.
inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// Pods of a workload in a dump.
struct FoundPods {
  struct Pod {
    std::string name;
    /// no_node while it waits for one.
    std::uint32_t node = no_node;
    /// Its own manifest, which may differ from the template.
    api::Manifest manifest;
  };
  /// By ordinal.
  std::vector<Pod> pods;
  /// Prefix of names of further pods.
  std::string generate_name;
};

/// Pods of one template.
struct Workload {
  Owner owner = Owner::none;
  /// "Deployment", "Job" …; "Pod" without a controller.
  std::string kind = "Pod";
  std::string namespace_name;
  std::string name;
  /// A StatefulSet whose podManagementPolicy is Parallel.
  bool is_parallel = false;
  /// Ignored for a DaemonSet, which has one on each node that it fits.
  std::uint32_t replicas = 1;
  /// A valid v1.Pod.
  api::Manifest pod;
  /// Start-up time: from the start of the last container with probes until the pod is Ready. Median of the pods whose
  /// status shows it.
  std::optional<sim::Duration> ready_after;
  /// `replicas` pods; null if the scheduler places the pods when a plan begins.
  std::shared_ptr<const FoundPods> found;
};

/// "Deployment/shop/web".
[[nodiscard]] std::string title(const Workload& workload);

/// Returns the manifest of a replica, which may be its own.
[[nodiscard]] const api::Manifest& manifest_of(const Workload& workload, std::uint32_t ordinal);

/// Nodes with equal properties.
struct NodePool {
  std::string name;
  std::uint32_t count = 1;
  /// Names of the `count` nodes; null for workers-0, workers-1 ….
  std::shared_ptr<const std::vector<std::string>> names;
  format::KubeletSettings kubelet;
  /// As in the input.
  nlohmann::json written_kubelet;
  std::map<std::string, std::string> labels;
  std::vector<kubelet::Taint> taints;
  /// Resources of each node for pods; no value: enough of everything but extended resources and hugepages.
  std::optional<api::ResourceList> allocatable;
  /// The nodes are cordoned when the fleet begins.
  bool are_cordoned = false;
};

struct Cluster {
  std::string name;
  /// No value: the release of each node's kubelet.
  std::optional<release::Release> api_server;
  std::vector<NodePool> pools;
  std::vector<Workload> workloads;
  /// Disruption budgets that drains respect.
  std::vector<cluster::DisruptionBudget> budgets;
  /// Hash of the bytes of its dump; empty without a dump.
  std::string dump_fingerprint;
};

struct Fleet {
  std::string name;
  std::string description;
  std::string file;
  /// Hash of its document and of the files that it names; it differs between fleets.
  std::string fingerprint;
  std::uint64_t seed = 1;
  /// Time that all pods have run when the plan begins.
  sim::Duration age{};
  runtime_fake::RuntimeScript runtime;
  /// As in the input.
  nlohmann::json written_runtime;
  std::vector<Cluster> clusters;
};

[[nodiscard]] std::uint64_t node_count(const Cluster& cluster) noexcept;
[[nodiscard]] std::uint64_t node_count(const Fleet& fleet) noexcept;

/// A node by its place in its cluster: nodes of the first pool come first.
struct NodePlace {
  const NodePool* pool = nullptr;
  /// Index among the pool's nodes.
  std::uint32_t number = 0;
};
[[nodiscard]] NodePlace node_at(const Cluster& cluster, std::uint32_t index);
[[nodiscard]] std::string node_name(const NodePlace& place);
/// "workers-17".
[[nodiscard]] std::string node_name(const Cluster& cluster, std::uint32_t index);

}  // namespace podreel::fleet

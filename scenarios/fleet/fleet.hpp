// Clusters of nodes and what runs on them, as plain values.
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

/// How the pods of a workload are named and where they stand: alone, as a ReplicaSet's, a StatefulSet's or a
/// DaemonSet's.
enum class Owner : std::uint8_t { none, replica_set, stateful_set, daemon_set };

/// In place of a node's index.
inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// Pods of a workload that its cluster was found with.
struct FoundPods {
  struct Pod {
    std::string name;
    /// no_node: it waits for one.
    std::uint32_t node = no_node;
    /// Its own.
    api::Manifest manifest;
  };
  /// By ordinal.
  std::vector<Pod> pods;
  /// What names of further pods begin with.
  std::string generate_name;
};

/// Pods that are made from one template.
struct Workload {
  Owner owner = Owner::none;
  /// "Deployment", "Job" …; "Pod" if nobody keeps them.
  std::string kind = "Pod";
  std::string namespace_name;
  std::string name;
  /// A StatefulSet whose podManagementPolicy is Parallel.
  bool is_parallel = false;
  /// A DaemonSet has one on each node that it fits.
  std::uint32_t replicas = 1;
  /// A valid v1.Pod.
  api::Manifest pod;
  /// How long its pods took to be Ready from when the last of their containers that are asked for it had started: the
  /// median of those that tell.
  std::optional<sim::Duration> ready_after;
  /// As many as `replicas`; null: the scheduler says where its pods stand when a plan begins.
  std::shared_ptr<const FoundPods> found;
};

/// "Deployment/shop/web".
[[nodiscard]] std::string title(const Workload& workload);

/// That of a replica, which may be its own.
[[nodiscard]] const api::Manifest& manifest_of(const Workload& workload, std::uint32_t ordinal);

/// Nodes alike.
struct NodePool {
  std::string name;
  std::uint32_t count = 1;
  /// Those of the nodes, as many as `count`; null: workers-0, workers-1 ….
  std::shared_ptr<const std::vector<std::string>> names;
  language::KubeletSettings kubelet;
  /// As it is written.
  nlohmann::json written_kubelet;
  std::map<std::string, std::string> labels;
  std::vector<kubelet::Taint> taints;
  /// What each has for pods; no value: everything fits.
  std::optional<api::ResourceList> allocatable;
  /// They are when the fleet begins.
  bool are_cordoned = false;
};

struct Cluster {
  std::string name;
  /// No value: that of each node's kubelet.
  std::optional<release::Release> api_server;
  std::vector<NodePool> pools;
  std::vector<Workload> workloads;
  /// What draining heeds.
  std::vector<cluster::DisruptionBudget> budgets;
  /// Of the bytes of its dump; empty: it is written.
  std::string dump_fingerprint;
};

struct Fleet {
  std::string name;
  std::string description;
  std::string file;
  /// Of its document, and of the files that this names: another one for another fleet.
  std::string fingerprint;
  std::uint64_t seed = 1;
  /// How long all pods have been running when the plan begins.
  sim::Duration age{};
  runtime_fake::RuntimeScript runtime;
  /// As it is written.
  nlohmann::json written_runtime;
  std::vector<Cluster> clusters;
};

[[nodiscard]] std::uint64_t node_count(const Cluster& cluster) noexcept;
[[nodiscard]] std::uint64_t node_count(const Fleet& fleet) noexcept;

/// A node by its place in its cluster: those of the first pool come first.
struct NodePlace {
  const NodePool* pool = nullptr;
  /// Among the pool's nodes.
  std::uint32_t number = 0;
};
[[nodiscard]] NodePlace node_at(const Cluster& cluster, std::uint32_t index);
[[nodiscard]] std::string node_name(const NodePlace& place);
/// "workers-17".
[[nodiscard]] std::string node_name(const Cluster& cluster, std::uint32_t index);

}  // namespace podreel::fleet

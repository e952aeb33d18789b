// Placement of pods when a plan begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// One replica of a workload.
struct Replica {
  /// Index into Cluster::workloads.
  std::uint32_t workload = 0;
  std::uint32_t ordinal = 0;

  friend bool operator==(const Replica&, const Replica&) = default;
};

/// Returns a name as a Deployment, StatefulSet or DaemonSet would generate it; deterministic. A bare pod with several
/// replicas is numbered. Pods of a dump keep their names.
[[nodiscard]] std::string pod_name(const Workload& workload, std::uint32_t ordinal);
/// Returns "namespace/name".
[[nodiscard]] std::string full_pod_name(const Workload& workload, std::uint32_t ordinal);

/// Result of a cluster's scheduler for its workloads.
class Placement {
 public:
  /// Pods of a dump stay on their nodes. DaemonSets are on every node that they fit; then Scheduler::node_for places
  /// replicas.
  explicit Placement(const Cluster& cluster);

  /// In the order of placement.
  [[nodiscard]] const std::vector<Replica>& pods_of(std::uint32_t node) const { return pods_.at(node); }
  /// Replicas that fit no node.
  [[nodiscard]] const std::vector<Replica>& without_node() const noexcept { return without_node_; }
  /// Number of placed replicas of each workload.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return placed_; }

 private:
  class Placer;

  std::vector<std::vector<Replica>> pods_;
  std::vector<Replica> without_node_;
  std::vector<std::uint32_t> placed_;
};

}  // namespace podreel::fleet

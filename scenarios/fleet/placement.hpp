// Which pods stand on which node when a plan begins.
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

/// As a Deployment, StatefulSet or DaemonSet would name it; the same for the same arguments. A bare pod with several
/// replicas is numbered. Pods that were found keep their names.
[[nodiscard]] std::string pod_name(const Workload& workload, std::uint32_t ordinal);

/// What a cluster's scheduler would have made of its workloads.
class Placement {
 public:
  /// Pods that were found stand where they were found. DaemonSets stand on every node that they fit; then replicas go
  /// where Scheduler::node_for says.
  explicit Placement(const Cluster& cluster);

  /// In the order in which they were placed.
  [[nodiscard]] const std::vector<Replica>& pods_of(std::uint32_t node) const { return pods_.at(node); }
  /// Replicas that fit no node.
  [[nodiscard]] const std::vector<Replica>& without_node() const noexcept { return without_node_; }
  /// How many replicas of each workload stand on nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return placed_; }

 private:
  class Placer;

  std::vector<std::vector<Replica>> pods_;
  std::vector<Replica> without_node_;
  std::vector<std::uint32_t> placed_;
};

}  // namespace podreel::fleet

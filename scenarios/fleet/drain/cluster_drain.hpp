// A cluster whose nodes are drained, on its way through a plan that nothing stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/fleet/drain/drained_cluster.hpp"

namespace podreel::fleet {

/// What became of nodes that were drained together, and of all draining so far.
struct DrainedBatch {
  std::vector<NodeAccount> accounts;
  DrainOutcome so_far;

  friend bool operator==(const DrainedBatch&, const DrainedBatch&) = default;
};

/// What happens in it does not depend on other clusters.
class ClusterDrain {
 public:
  /// All must outlive it; `plan` has a drain.
  ClusterDrain(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, Workforce& workforce);

  /// How many replicas of each workload stand on its nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return drained_.placed(); }
  /// All nodes have had their turn, or the plan cannot go on.
  [[nodiscard]] bool is_over() const noexcept { return is_stuck_ || done_ == order_.size(); }
  /// The masters, or the next nodes, have their turn.
  [[nodiscard]] DrainedBatch next();
  /// They are drained again, and what the plan takes back with happens to them.
  [[nodiscard]] DrainedBatch take_back(const std::vector<std::uint32_t>& nodes);

  /// The node's life is wanted as a scenario; before it begins.
  void follow(std::uint32_t node) { drained_.node(node).remember_orders(); }
  /// A document that `podreel run` reads.
  [[nodiscard]] nlohmann::ordered_json followed(std::uint32_t node);

 private:
  const Fleet& fleet_;
  const Plan& plan_;
  const Cluster& cluster_;
  DrainedCluster drained_;
  std::vector<std::uint32_t> order_;
  bool are_masters_done_;
  std::uint32_t done_ = 0;
  bool is_stuck_ = false;
  /// How long the last batch is to be looked at.
  sim::Duration pause_{};
};

}  // namespace podreel::fleet

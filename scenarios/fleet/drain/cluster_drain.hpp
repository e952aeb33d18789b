// A drained cluster during a plan that nothing stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/fleet/drain/drain_simulation.hpp"
#include "scenarios/fleet/order.hpp"

namespace podreel::fleet {

/// Result of a batch of drained nodes, and of all drains so far.
struct DrainedBatch {
  std::vector<NodeResult> accounts;
  DrainOutcome so_far;

  friend bool operator==(const DrainedBatch&, const DrainedBatch&) = default;
};

/// Independent of other clusters.
class ClusterDrain {
 public:
  /// All arguments must outlive it; `plan` has a drain.
  ClusterDrain(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, WorkerThreads& workers);

  /// Number of replicas of each workload on its nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& placed() const noexcept { return drained_.placed(); }
  /// Whether all nodes are upgraded, or the plan cannot continue.
  [[nodiscard]] bool is_over() const noexcept { return is_stuck_ || done_ == order_.nodes.size(); }
  /// Upgrades the control plane or the next nodes.
  [[nodiscard]] DrainedBatch next();
  /// Drains these nodes again and rolls them back, `pause` after the last batch has ended.
  [[nodiscard]] DrainedBatch roll_back(const std::vector<std::uint32_t>& nodes, sim::Duration pause);

  /// Keeps the history of a node from now on, so that followed() returns all of it.
  void follow(std::uint32_t node) { drained_.node(node).keep_history(); }
  /// Returns a node's run as a document for `podreel run`. It must have been followed from the start.
  [[nodiscard]] nlohmann::ordered_json followed(std::uint32_t node);

 private:
  const Fleet& fleet_;
  const Plan& plan_;
  const Cluster& cluster_;
  DrainSimulation drained_;
  TurnOrder order_;
  bool are_masters_done_;
  std::uint32_t done_ = 0;
  bool is_stuck_ = false;
  /// Observation time of the last batch.
  sim::Duration pause_{};
};

}  // namespace podreel::fleet

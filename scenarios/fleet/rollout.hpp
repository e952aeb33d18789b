// Execution of a plan.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "scenarios/fleet/drain/drain_outcome.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Simulates the upgrades of nodes.
class NodeUpgrader {
 public:
  virtual ~NodeUpgrader() = default;

  /// Starts a cluster whose nodes are upgraded in this order. Returns the number of replicas of each workload on its
  /// nodes.
  virtual std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) = 0;
  /// Effects of the control-plane upgrade, which comes first, on the next `count` nodes of the cluster.
  virtual std::vector<NodeResult> upgrade_masters(std::uint32_t cluster, std::uint32_t count) = 0;
  /// Returns the accounts of the next `count` nodes.
  virtual std::vector<NodeResult> take(std::uint32_t cluster, std::uint32_t count) = 0;
  /// Effects of rolling back upgraded nodes, `pause` after the last batch has ended.
  virtual std::vector<NodeResult> roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                            sim::Duration pause) = 0;
  /// Discards the cluster's nodes, which are not requested any more.
  virtual void end(std::uint32_t cluster) = 0;
  /// Result of the drains of the cluster's nodes so far; no value if they are not drained.
  [[nodiscard]] virtual std::optional<DrainOutcome> drained(std::uint32_t /*cluster*/) const { return std::nullopt; }

 protected:
  /// Removes and returns the first `count` of the available accounts.
  [[nodiscard]] static std::vector<NodeResult> taken_from(std::deque<NodeResult>& ready, std::uint32_t count);
};

/// Executes the plan in its order, with its number of clusters at a time; in each cluster the control plane, the
/// canaries, then batches, each after the previous one.
[[nodiscard]] Outcome carry_out(const Fleet& fleet, const Plan& plan, NodeUpgrader& turns);

}  // namespace podreel::fleet

// A plan, carried out.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "scenarios/fleet/drain/drain_outcome.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Who simulates nodes.
class Turns {
 public:
  virtual ~Turns() = default;

  /// The nodes of the cluster will have their turns in this order. Returns how many replicas of each workload stand on
  /// its nodes.
  virtual std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) = 0;
  /// What the cluster's masters, which come first, do to its next `count` nodes, in that order.
  virtual std::vector<NodeAccount> take_masters(std::uint32_t cluster, std::uint32_t count) = 0;
  /// The accounts of the next `count` nodes.
  virtual std::vector<NodeAccount> take(std::uint32_t cluster, std::uint32_t count) = 0;
  /// What becomes of nodes that had their turn when it is taken back.
  virtual std::vector<NodeAccount> take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// The cluster's nodes are not asked for any more.
  virtual void end(std::uint32_t cluster) = 0;
  /// What draining the cluster's nodes has come to so far; no value: they are not drained.
  [[nodiscard]] virtual std::optional<DrainOutcome> drained(std::uint32_t /*cluster*/) const { return std::nullopt; }

 protected:
  /// The first `count` of those that are there already, which are gone from there then.
  [[nodiscard]] static std::vector<NodeAccount> taken_from(std::deque<NodeAccount>& ready, std::uint32_t count);
};

/// In the plan's order, as many clusters at a time as it says; in each the masters, the canaries, then batches, each
/// when the one before is done.
[[nodiscard]] Outcome carry_out(const Fleet& fleet, const Plan& plan, Turns& turns);

}  // namespace podreel::fleet

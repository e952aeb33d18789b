// Nodes that stop a plan.
#pragma once

#include <cstdint>
#include <map>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// Nodes of one batch, or of one control-plane upgrade, by their violations of stop conditions.
class StopCauses {
 public:
  void add(std::uint32_t node, const NodeResult& account);

  /// Nodes on which containers restarted.
  [[nodiscard]] const NamedNodes& restarting() const noexcept { return restarting_; }
  /// Nodes whose pods have not recovered.
  [[nodiscard]] const NamedNodes& unrecovered() const noexcept { return unrecovered_; }
  /// Nodes whose replicas of the workload were not ready for a while.
  [[nodiscard]] NamedNodes interrupting(std::uint32_t workload) const;

 private:
  NamedNodes restarting_;
  NamedNodes unrecovered_;
  std::map<std::uint32_t, NamedNodes> interrupting_;
};

}  // namespace podreel::fleet

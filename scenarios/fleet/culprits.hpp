// Which nodes stop a plan.
#pragma once

#include <cstdint>
#include <map>

#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// The nodes of a cluster that had their turn together, or whose masters came first, by what they did that a plan can
/// be stopped for.
class Culprits {
 public:
  void add(std::uint32_t node, const NodeAccount& account);

  /// They restarted containers.
  [[nodiscard]] const NamedNodes& restarting() const noexcept { return restarting_; }
  /// Their pods are not as ready as they were.
  [[nodiscard]] const NamedNodes& unrecovered() const noexcept { return unrecovered_; }
  /// Their replicas of the workload were not ready for a while.
  [[nodiscard]] NamedNodes interrupting(std::uint32_t workload) const;

 private:
  NamedNodes restarting_;
  NamedNodes unrecovered_;
  std::map<std::uint32_t, NamedNodes> interrupting_;
};

}  // namespace podreel::fleet

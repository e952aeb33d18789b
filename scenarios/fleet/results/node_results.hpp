// Sources of accounts of nodes that do not interact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/fleet/node_result.hpp"

namespace podreel::fleet {

/// Provides the accounts of a fleet's nodes under one plan. They do not depend on the source or on the order of
/// requests.
class NodeResults {
 public:
  virtual ~NodeResults() = default;

  /// Effects of the control-plane upgrade, which comes first, on these nodes of a cluster; in the order of `nodes`, as
  /// below.
  virtual std::vector<NodeResult> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// Effects of these nodes' upgrades.
  virtual std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// Effects of rolling back nodes that were upgraded.
  virtual std::vector<NodeResult> rolled_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// Best number of nodes per request; at least one.
  [[nodiscard]] virtual std::size_t at_a_time() const noexcept = 0;
};

}  // namespace podreel::fleet

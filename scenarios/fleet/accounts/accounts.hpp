// Who says what becomes of nodes that do not hear of each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/fleet/node_account.hpp"

namespace podreel::fleet {

/// The accounts of a fleet's nodes under one plan: the same for the same node, whoever gives them, in whatever order.
class Accounts {
 public:
  virtual ~Accounts() = default;

  /// What the masters, which come first, do to these nodes of a cluster; in the order of `nodes`, as below.
  virtual std::vector<NodeAccount> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// What their turns do to these nodes.
  virtual std::vector<NodeAccount> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// What becomes of nodes that had their turn when it is taken back.
  virtual std::vector<NodeAccount> taken_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) = 0;
  /// How many nodes are best asked for at a time; at least one.
  [[nodiscard]] virtual std::size_t at_a_time() const noexcept = 0;
};

}  // namespace podreel::fleet

// Upgrades nodes in place: they do not interact, and each is simulated separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "scenarios/fleet/placements.hpp"
#include "scenarios/fleet/results/node_results.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace podreel::fleet {

/// Requests accounts ahead, in requests of the best size.
class InPlaceUpgrader final : public NodeUpgrader {
 public:
  /// Both must outlive it.
  InPlaceUpgrader(Placements& placements, NodeResults& accounts) : placements_{placements}, accounts_{accounts} {}

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override;
  std::vector<NodeResult> upgrade_masters(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeResult> take(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeResult> roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                    sim::Duration pause) override;
  void end(std::uint32_t cluster) override;

 private:
  /// The next node in the order that was not requested yet, and accounts that are not taken yet.
  struct Ahead {
    std::size_t next = 0;
    std::deque<NodeResult> ready{};
  };
  struct Begun {
    std::vector<std::uint32_t> order;
    Ahead masters{};
    Ahead turns{};
  };
  using Ask = std::vector<NodeResult> (NodeResults::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeResult> take(std::uint32_t cluster, std::uint32_t count, Ask ask, Ahead& ahead);

  Placements& placements_;
  NodeResults& accounts_;
  std::map<std::uint32_t, Begun> begun_;
};

}  // namespace podreel::fleet

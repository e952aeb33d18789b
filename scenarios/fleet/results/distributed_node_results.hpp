// Accounts that several processes compute together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/results/node_results.hpp"
#include "scenarios/parallel/rank_group.hpp"

namespace podreel::fleet {

/// Each peer asks its own accounts for some of the nodes, and sends them to all others. A peer that finishes earlier
/// takes more.
class DistributedNodeResults final : public NodeResults {
 public:
  /// Calls `progress` with the number of further nodes that other processes have finished; it may be empty. All
  /// references must outlive it.
  DistributedNodeResults(const Fleet& fleet, parallel::RankGroup& rank_group, NodeResults& own,
                         std::function<void(std::size_t)> progress = {})
      : fleet_{fleet}, rank_group_{rank_group}, own_{own}, progress_{std::move(progress)} {}

  std::vector<NodeResult> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> rolled_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  [[nodiscard]] std::size_t at_a_time() const noexcept override { return own_.at_a_time() * rank_group_.count(); }

 private:
  using Ask = std::vector<NodeResult> (NodeResults::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeResult> share(Ask ask, std::uint32_t cluster, const std::vector<std::uint32_t>& nodes);

  const Fleet& fleet_;
  parallel::RankGroup& rank_group_;
  NodeResults& own_;
  std::function<void(std::size_t)> progress_;
};

}  // namespace podreel::fleet

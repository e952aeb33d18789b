// Drains that several processes simulate together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "scenarios/fleet/drain/drains.hpp"
#include "scenarios/parallel/rank_group.hpp"

namespace podreel::fleet {

/// Each peer simulates some of the clusters to their end, and sends the results to all others. A peer that finishes
/// earlier takes more.
class DistributedDrains final : public Drains {
 public:
  /// `plan` has a drain; `threads` > 0 in this process. Calls `progress` with the number of further upgrades that this
  /// process has simulated; it may be empty. All peers create one, of the same fleet and plan. Throws
  /// std::runtime_error if the data of a peer is invalid.
  DistributedDrains(const Fleet& fleet, const Plan& plan, parallel::RankGroup& rank_group, std::size_t threads,
                    const std::function<void(std::size_t)>& progress = {});

  std::vector<std::uint32_t> placed(std::uint32_t cluster) override { return drains_[cluster].placed; }
  DrainedBatch next(std::uint32_t cluster) override;
  void forget(std::uint32_t cluster) override { drains_[cluster] = {}; }

 private:
  struct DecodedDrain {
    std::vector<std::uint32_t> placed;
    std::deque<DrainedBatch> batches;
  };

  void read(const Fleet& fleet, const std::string& said);

  /// By cluster.
  std::vector<DecodedDrain> drains_;
};

}  // namespace podreel::fleet

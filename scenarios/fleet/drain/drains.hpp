// Where it comes from what becomes of clusters that are drained.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/drain/cluster_drain.hpp"

namespace podreel::fleet {

/// For one thread. Clusters are asked for in the plan's order, each for its batches in theirs.
class Drains {
 public:
  virtual ~Drains() = default;

  /// How many replicas of each workload stand on the cluster's nodes.
  virtual std::vector<std::uint32_t> placed(std::uint32_t cluster) = 0;
  /// Its next batch; there is one.
  virtual DrainedBatch next(std::uint32_t cluster) = 0;
  /// It is not asked for any more.
  virtual void forget(std::uint32_t cluster) = 0;
};

}  // namespace podreel::fleet

// Sources of results of drained clusters.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/drain/cluster_drain.hpp"

namespace podreel::fleet {

/// For one thread. Clusters are requested in the plan's order, and each cluster's batches in theirs.
class Drains {
 public:
  virtual ~Drains() = default;

  /// Number of replicas of each workload on the cluster's nodes.
  virtual std::vector<std::uint32_t> placed(std::uint32_t cluster) = 0;
  /// Returns its next batch, which must exist.
  virtual DrainedBatch next(std::uint32_t cluster) = 0;
  /// Discards the cluster, which is not requested any more.
  virtual void forget(std::uint32_t cluster) = 0;
};

}  // namespace podreel::fleet

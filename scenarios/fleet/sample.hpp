// Sample of a large fleet, which takes seconds to simulate.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scenarios/fleet/load.hpp"

namespace podreel::fleet {

/// Clusters of a sample: its first ones.
inline constexpr std::size_t max_sample_clusters = 3;
/// Maximum number of nodes of each pool in a sample.
inline constexpr std::uint32_t max_sample_nodes = 10'000;

/// Reduces a fleet without dumps to its first clusters, each pool to at most `nodes` nodes, and the replicas of a
/// cluster in proportion to its nodes, so that a node has about as many pods as before. Workloads without replicas are
/// left out, and so are the names of other clusters in plans. Does nothing to a fleet that is not larger.
void take_sample(Loaded& loaded, std::uint32_t nodes);

}  // namespace podreel::fleet

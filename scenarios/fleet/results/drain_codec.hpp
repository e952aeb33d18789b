// Compact encoding of drained batches.
#pragma once

#include <optional>
#include <string>

#include "scenarios/fleet/drain/cluster_drain.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

/// Appends the batch's bytes.
void encode(const DrainedBatch& batch, std::string& bytes);

/// Decodes the batch at `reader`, of nodes of `cluster`. Returns no value for invalid bytes.
[[nodiscard]] std::optional<DrainedBatch> decode_batch(parallel::NumberReader& reader, const Cluster& cluster);

}  // namespace podreel::fleet

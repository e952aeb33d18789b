// What becomes of drained nodes as few bytes.
#pragma once

#include <optional>
#include <string>

#include "scenarios/fleet/drain/cluster_drain.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

/// Appends the batch's bytes.
void encode(const DrainedBatch& batch, std::string& bytes);

/// The batch that begins where `reader` is, of nodes of `cluster`. No value if that is none.
[[nodiscard]] std::optional<DrainedBatch> decode_batch(parallel::NumberReader& reader, const Cluster& cluster);

}  // namespace podreel::fleet

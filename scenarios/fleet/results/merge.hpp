// Checks that shards make up a whole.
#pragma once

#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/fleet/results/result_store.hpp"

namespace podreel::fleet {

/// Reports duplicate and missing shards, plans, and nodes of plans. At least one file was added; `plans` are those of
/// the store.
[[nodiscard]] std::vector<api::Problem> check_shards(const NodeResultStore& store,
                                                     const std::vector<const Plan*>& plans);

}  // namespace podreel::fleet

// Checks that shards make up a whole.
#pragma once

#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/accounts/account_store.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Reports duplicate and missing shards, plans, and nodes of plans. At least one file was added; `plans` are those of
/// the store.
[[nodiscard]] std::vector<api::Problem> check_shards(const AccountStore& store, const std::vector<const Plan*>& plans);

}  // namespace podreel::fleet

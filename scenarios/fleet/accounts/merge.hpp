// Whether shards make up a whole.
#pragma once

#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/accounts/account_store.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// What is there twice and what is missing: shards, plans, and nodes of these. At least one file was added; `plans` are
/// those that the store is for.
[[nodiscard]] std::vector<api::Problem> check_shards(const AccountStore& store, const std::vector<const Plan*>& plans);

}  // namespace podreel::fleet

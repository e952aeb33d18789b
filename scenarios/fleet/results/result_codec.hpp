// Compact encoding of accounts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

/// Appends the account's bytes: about ten for an outage, four for a second with an event.
void encode(const NodeResult& account, std::string& bytes);

/// Decodes the account at `reader`, of a node of a cluster with this number of workloads. Returns no value for invalid
/// bytes: a premature end, unknown workloads, or times beyond a plan's limits.
[[nodiscard]] std::optional<NodeResult> decode_account(parallel::NumberReader& reader, std::uint32_t workloads);

}  // namespace podreel::fleet

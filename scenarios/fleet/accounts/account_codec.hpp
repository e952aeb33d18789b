// Accounts as few bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/fleet/node_account.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

/// Appends the account's bytes: about ten for an outage, four for a second in which something happened.
void encode(const NodeAccount& account, std::string& bytes);

/// The account that begins where `reader` is, of a node of a cluster with so many workloads. No value if that is none:
/// it ends too early, names other workloads, or times beyond what a plan can take.
[[nodiscard]] std::optional<NodeAccount> decode_account(parallel::NumberReader& reader, std::uint32_t workloads);

}  // namespace podreel::fleet

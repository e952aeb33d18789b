// A part of a fleet's nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// The `number`-th of `count` parts of about equal size, counted from 1. Shard 1 of 1 is the whole fleet.
struct Shard {
  std::uint32_t number = 1;
  std::uint32_t count = 1;
};
[[nodiscard]] bool is_possible(Shard shard) noexcept;

/// Parses "3/8". Returns no value if there is no such shard.
[[nodiscard]] std::optional<Shard> parse_shard(std::string_view text);
[[nodiscard]] std::string to_string(Shard shard);

/// Nodes of a cluster, from `begin` to before `end`.
struct NodeRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
/// Returns the cluster's nodes in the shard. Nodes are divided in the order of the fleet's clusters.
[[nodiscard]] NodeRange nodes_of(Shard shard, const Fleet& fleet, std::uint32_t cluster);

}  // namespace podreel::fleet

// A part of a fleet's nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// The `number`-th of `count` parts of about the same size; they are counted from 1. The first of one is the whole.
struct Shard {
  std::uint32_t number = 1;
  std::uint32_t count = 1;
};
[[nodiscard]] bool is_possible(Shard shard) noexcept;

/// "3/8". No value if there is no such shard.
[[nodiscard]] std::optional<Shard> parse_shard(std::string_view text);
[[nodiscard]] std::string to_string(Shard shard);

/// Nodes of a cluster, from `begin` to before `end`.
struct NodeRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
/// Those that are in the shard: a fleet's nodes are shared out in the order of its clusters.
[[nodiscard]] NodeRange nodes_of(Shard shard, const Fleet& fleet, std::uint32_t cluster);

}  // namespace podreel::fleet

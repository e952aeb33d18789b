#include "scenarios/fleet/results/shard.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace podreel::fleet {

bool is_possible(Shard shard) noexcept {
  return shard.number >= 1 && shard.number <= shard.count;
}

std::optional<Shard> parse_shard(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec != std::errc{} || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(number.ptr + 1, end, shard.count);
  if (count.ec != std::errc{} || count.ptr != end || !is_possible(shard)) return std::nullopt;
  return shard;
}

std::string to_string(Shard shard) {
  return fmt::format("{}/{}", shard.number, shard.count);
}

NodeRange nodes_of(Shard shard, const Fleet& fleet, std::uint32_t cluster) {
  std::uint64_t before = 0;
  for (std::uint32_t index = 0; index < cluster; ++index) before += node_count(fleet.clusters[index]);
  const std::uint64_t nodes = node_count(fleet.clusters[cluster]);
  const std::uint64_t all = node_count(fleet);
  // Number of nodes in the first `shards` shards.
  const auto cut = [&](std::uint64_t shards) {
    return static_cast<std::uint32_t>(std::clamp(all * shards / shard.count, before, before + nodes) - before);
  };
  return {cut(shard.number - 1), cut(shard.number)};
}

}  // namespace podreel::fleet

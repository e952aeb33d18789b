// `--budget`: the limit of a search.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Holds exactly one of its members.
struct Budget {
  std::optional<std::size_t> runs{};
  /// Wall-clock time.
  std::optional<sim::Duration> wall{};
};

/// Parses "10000" as a number of runs (1 to `max_runs`) and "60s" as wall-clock time; no value for other text.
[[nodiscard]] std::optional<Budget> parse_budget(std::string_view text, std::size_t max_runs);

}  // namespace podreel::cli

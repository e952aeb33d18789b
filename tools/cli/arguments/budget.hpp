// `--budget`: how far a search goes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::cli {

/// One of the two.
struct Budget {
  std::optional<std::size_t> runs{};
  /// On the wall.
  std::optional<sim::Duration> wall{};
};

/// "10000": so many runs, 1 to `most_runs`. "60s": as many as can be made in that time. Nothing of another text.
[[nodiscard]] std::optional<Budget> parse_budget(std::string_view text, std::size_t most_runs);

}  // namespace podreel::cli

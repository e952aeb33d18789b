// Instants as `kubectl describe`, statuses and logs write them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::reproduce {

/// "Mon, 31 Aug 2020 16:32:42 -0500", or RFC 3339.
[[nodiscard]] std::optional<sim::Time> parse_written_time(std::string_view text);

/// "12:09:59.258689".
[[nodiscard]] std::optional<sim::Duration> parse_time_of_day(std::string_view text);

}  // namespace podreel::reproduce

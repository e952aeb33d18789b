// Instants and durations in the formats of tables, `kubectl describe`, statuses and logs.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"
#include "scenarios/reproduce/age.hpp"

namespace podreel::reproduce {

/// Parses "Mon, 31 Aug 2020 16:32:42 -0500", or RFC 3339.
[[nodiscard]] std::optional<sim::Time> parse_written_time(std::string_view text);

/// Parses "12:09:59.258689".
[[nodiscard]] std::optional<sim::Duration> parse_time_of_day(std::string_view text);

/// An instant or an age; neither for "<unknown>" and "<nil>".
struct Moment {
  std::optional<Age> age;
  std::optional<sim::Time> at;
};

/// Removes and returns "5m2s", "<unknown>", "2017-03-09T18:45:36Z", "2017-03-09 18:45:36 +0100 CET" or "Tue, 07 Jul
/// 2015 12:53:51 -0700" at the front of `row`. Returns no value, and leaves `row` unchanged, for other texts.
[[nodiscard]] std::optional<Moment> take_moment(std::string_view& row);

}  // namespace podreel::reproduce

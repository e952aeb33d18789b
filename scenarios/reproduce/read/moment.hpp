// Instants and spans as tables, `kubectl describe`, statuses and logs write them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"
#include "scenarios/reproduce/age.hpp"

namespace podreel::reproduce {

/// "Mon, 31 Aug 2020 16:32:42 -0500", or RFC 3339.
[[nodiscard]] std::optional<sim::Time> parse_written_time(std::string_view text);

/// "12:09:59.258689".
[[nodiscard]] std::optional<sim::Duration> parse_time_of_day(std::string_view text);

/// Neither: the table has "<unknown>" or "<nil>" there.
struct Moment {
  std::optional<Age> age;
  std::optional<sim::Time> at;
};

/// Takes "5m2s", "<unknown>", "2017-03-09T18:45:36Z", "2017-03-09 18:45:36 +0100 CET" or "Tue, 07 Jul 2015 12:53:51
/// -0700" off the front of `row`. Nothing, and `row` as it was, if something else stands there.
[[nodiscard]] std::optional<Moment> take_moment(std::string_view& row);

}  // namespace podreel::reproduce

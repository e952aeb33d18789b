#include "engine/api/duration_text.hpp"

#include <cstdint>
#include <fmt/format.h>

namespace podreel::api {

namespace {

/// `value` / 10^`digits`, without trailing zeros.
std::string decimal(std::uint64_t value, int digits) {
  std::uint64_t unit = 1;
  for (int digit = 0; digit < digits; ++digit) unit *= 10;
  std::string fraction = fmt::format("{:0{}}", value % unit, digits);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fraction.empty() ? fmt::format("{}", value / unit) : fmt::format("{}.{}", value / unit, fraction);
}

}  // namespace

std::string go_duration(sim::Duration duration) {
  const std::int64_t count = duration.count();
  if (count == 0) return "0s";
  const std::string sign = count < 0 ? "-" : "";
  const std::uint64_t nanoseconds =
      count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
  constexpr std::uint64_t microsecond = 1'000;
  constexpr std::uint64_t millisecond = 1'000'000;
  constexpr std::uint64_t second = 1'000'000'000;
  constexpr std::uint64_t minute = 60 * second;
  constexpr std::uint64_t hour = 60 * minute;
  if (nanoseconds < microsecond) return fmt::format("{}{}ns", sign, nanoseconds);
  if (nanoseconds < millisecond) return fmt::format("{}{}µs", sign, decimal(nanoseconds, 3));
  if (nanoseconds < second) return fmt::format("{}{}ms", sign, decimal(nanoseconds, 6));
  const std::string seconds = decimal(nanoseconds % minute, 9) + "s";
  if (nanoseconds < minute) return sign + seconds;
  if (nanoseconds < hour) return fmt::format("{}{}m{}", sign, nanoseconds / minute, seconds);
  return fmt::format("{}{}h{}m{}", sign, nanoseconds / hour, nanoseconds % hour / minute, seconds);
}

}  // namespace podreel::api

#include "engine/api/human_duration.hpp"

#include <fmt/format.h>

namespace podreel::api {

namespace {

/// "3h" or "3h20m".
std::string two_parts(std::int64_t large, const char* large_unit, std::int64_t small, const char* small_unit) {
  if (small == 0) return fmt::format("{}{}", large, large_unit);
  return fmt::format("{}{}{}{}", large, large_unit, small, small_unit);
}

}  // namespace

std::string human_duration(sim::Duration duration) {
  constexpr std::int64_t days_of_year = 365;
  const std::int64_t seconds = duration.count() / 1'000'000'000;
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return fmt::format("{}s", seconds);
  const std::int64_t minutes = seconds / 60;
  if (minutes < 10) return two_parts(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return fmt::format("{}m", minutes);
  const std::int64_t hours = minutes / 60;
  if (hours < 8) return two_parts(hours, "h", minutes % 60, "m");
  if (hours < 48) return fmt::format("{}h", hours);
  const std::int64_t days = hours / 24;
  if (days < 8) return two_parts(days, "d", hours % 24, "h");
  if (days < 2 * days_of_year) return fmt::format("{}d", days);
  const std::int64_t years = days / days_of_year;
  if (years < 8) return two_parts(years, "y", days % days_of_year, "d");
  return fmt::format("{}y", years);
}

}  // namespace podreel::api

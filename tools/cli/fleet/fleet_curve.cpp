#include "tools/cli/fleet/fleet_curve.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace podreel::cli {

namespace {

/// Returns the number of seconds to show.
std::int64_t length_of(const fleet::Outcome& outcome) {
  const std::int64_t planned = std::chrono::ceil<std::chrono::seconds>(outcome.ends_at).count();
  return std::max(planned, outcome.seconds.empty() ? 0 : outcome.seconds.rbegin()->first + 1);
}

std::int64_t bin_seconds_for(std::int64_t length, std::int64_t max_bins) {
  constexpr std::array<std::int64_t, 6> steps{1, 2, 5, 10, 15, 30};
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 60 * minute;
  for (const std::int64_t unit : {std::int64_t{1}, minute}) {
    for (const std::int64_t step : steps) {
      if (length <= max_bins * step * unit) return step * unit;
    }
  }
  const std::int64_t hours = (length + hour - 1) / hour;
  return hour * ((hours + max_bins - 1) / max_bins);
}

}  // namespace

void Curve::Rate::add(std::uint64_t second) noexcept {
  sum += second;
  maximum = std::max(maximum, second);
}

Curve curve_of(const fleet::Outcome& outcome, std::size_t max_bins) {
  Curve curve;
  const std::int64_t length = length_of(outcome);
  const std::int64_t width = bin_seconds_for(length, static_cast<std::int64_t>(max_bins));
  curve.bin_seconds = width;
  curve.bins.resize(static_cast<std::size_t>((length + width - 1) / width));
  std::int64_t down = 0;
  std::int64_t total = 0;
  // Nothing changes from the next reported second until `second`.
  const auto last_until = [&](std::int64_t second) {
    while (down > 0 && total < second) {
      Curve::Bin& bin = curve.bins[static_cast<std::size_t>(total / width)];
      const std::int64_t end = std::min(second, (total / width + 1) * width);
      bin.max_down = std::max(bin.max_down, down);
      bin.down += fleet::pod_time(down, std::chrono::seconds{end - total});
      total = end;
    }
    total = second;
  };
  for (const auto& [second, instant] : outcome.seconds) {
    last_until(second);
    ++total;
    Curve::Bin& bin = curve.bins[static_cast<std::size_t>(second / width)];
    bin.max_down = std::max(bin.max_down, instant.max_down);
    bin.down += instant.down_for;
    bin.restarts.add(instant.restarts);
    bin.api_writes.add(instant.api_writes);
    bin.image_pulls.add(instant.image_pulls);
    down += instant.down;
  }
  last_until(length);
  return curve;
}

}  // namespace podreel::cli

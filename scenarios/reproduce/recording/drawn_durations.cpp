#include "scenarios/reproduce/recording/drawn_durations.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "scenarios/format/in_seconds.hpp"

namespace podreel::reproduce {

std::uint64_t nanoseconds(double duration, std::uint64_t options) {
  const double wanted = std::clamp(duration * 1e9, 0.0, static_cast<double>(options));
  return std::min(static_cast<std::uint64_t>(std::llround(wanted)), options - 1);
}

double median_of(const timing::Distribution& distribution) {
  constexpr std::int64_t half = 500;
  const auto found = std::ranges::find(distribution.begin(), distribution.end(), half, &timing::Quantile::share);
  return found == distribution.end() ? 0 : format::in_seconds(found->duration);
}

std::uint64_t value_that_draws(double duration, const timing::Distribution& distribution) {
  const auto is_longer = [duration](const timing::Quantile& quantile) {
    return format::in_seconds(quantile.duration) > duration;
  };
  const timing::Quantile* high = std::find_if(distribution.begin(), distribution.end(), is_longer);
  if (high == distribution.begin()) return 0;
  if (high == distribution.end()) return distribution.options() - 1;
  const timing::Quantile* low = high - 1;
  const double part =
      (duration - format::in_seconds(low->duration)) / format::in_seconds(high->duration - low->duration);
  const double share = static_cast<double>(low->share) + part * static_cast<double>(high->share - low->share);
  const double all = static_cast<double>(distribution.end()[-1].share);
  return std::min(distribution.options() - 1,
                  static_cast<std::uint64_t>(share / all * static_cast<double>(distribution.options())));
}

std::uint64_t value_that_ends_at(double end, double begin, double duration, const timing::Distribution& distribution) {
  constexpr double about_then = 0.02;
  const bool began_then = std::abs(end - duration - begin) <= about_then && end > begin;
  return value_that_draws(began_then ? end - begin : duration, distribution);
}

double until_tick(double time, double tick, double period) {
  const double rest = std::fmod(tick - time, period);
  return rest < 0 ? rest + period : rest;
}

}  // namespace podreel::reproduce

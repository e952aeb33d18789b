// intstr.IntOrString of workloads and budgets.
#pragma once

#include <cstdint>

namespace podreel::cluster {

/// Returns `percent` percent of `total` (apimachinery, GetScaledValueFromIntOrPercent).
[[nodiscard]] constexpr std::int64_t percent_of(std::int64_t percent, std::int64_t total, bool rounds_up) noexcept {
  constexpr std::int64_t whole = 100;
  return (percent * total + (rounds_up ? whole - 1 : 0)) / whole;
}

/// A number of pods, or a percentage of them.
struct IntOrPercent {
  std::uint32_t value = 0;
  bool is_percent = false;

  /// Rounds up.
  [[nodiscard]] constexpr std::uint32_t of(std::uint32_t all) const noexcept {
    return is_percent ? static_cast<std::uint32_t>(percent_of(value, all, true)) : value;
  }
};

}  // namespace podreel::cluster

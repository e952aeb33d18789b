// Distribution of a duration.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "engine/sim/choices.hpp"
#include "engine/sim/time.hpp"

namespace podreel::timing {

/// `share` of the measured durations are at most this one.
struct Quantile {
  /// In thousandths.
  std::int64_t share = 0;
  sim::Duration duration{};
};

/// Evenly between two durations, or as measured: evenly between each quantile and the next.
class Distribution {
 public:
  /// In [low, high), in whole nanoseconds; low < high.
  static constexpr Distribution between(sim::Duration low, sim::Duration high) { return {{0, low}, {1000, high}}; }

  /// Three quantiles to eight; the first has the share 0, the last 1000, and both values grow.
  static constexpr Distribution measured(std::initializer_list<Quantile> quantiles) { return quantiles; }

  /// One decision among options().
  [[nodiscard]] sim::Duration draw(sim::ChoiceStream& choices) const;
  [[nodiscard]] constexpr std::uint64_t options() const noexcept {
    return static_cast<std::uint64_t>(is_even() ? (end()[-1].duration - begin()->duration).count()
                                                : end()[-1].share * steps_in_a_share);
  }

  /// Nothing that is drawn is longer.
  [[nodiscard]] constexpr sim::Duration maximum() const noexcept { return end()[-1].duration; }

  [[nodiscard]] constexpr bool is_even() const noexcept { return size_ == 2; }
  [[nodiscard]] constexpr const Quantile* begin() const noexcept { return quantiles_.data(); }
  [[nodiscard]] constexpr const Quantile* end() const noexcept { return quantiles_.data() + size_; }

 private:
  static constexpr std::int64_t steps_in_a_share = 1000;

  constexpr Distribution(std::initializer_list<Quantile> quantiles) : size_{quantiles.size()} {
    std::size_t index = 0;
    for (const Quantile& quantile : quantiles) quantiles_.at(index++) = quantile;
  }

  std::array<Quantile, 8> quantiles_{};
  std::size_t size_;
};

}  // namespace podreel::timing

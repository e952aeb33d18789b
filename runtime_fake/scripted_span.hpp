// How long something takes that a script says.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::runtime_fake {

/// Always the same, or left to chance: as timing::Distribution, evenly between each quantile and the next.
class ScriptedSpan {
 public:
  struct Quantile {
    /// In thousandths.
    std::int64_t share = 0;
    sim::Duration duration{};

    friend bool operator==(const Quantile&, const Quantile&) = default;
  };

  ScriptedSpan() = default;
  // Most are fixed.
  template <class Rep, class Period>
  constexpr ScriptedSpan(std::chrono::duration<Rep, Period> always)  // NOLINT(google-explicit-constructor)
      : quantiles_{Quantile{0, always}} {}

  /// From `least` on, below `most`, with at most three quantiles between them: shares must grow, durations must not
  /// fall.
  [[nodiscard]] static ScriptedSpan between(sim::Duration least, const std::vector<Quantile>& quantiles,
                                            sim::Duration most);

  [[nodiscard]] bool is_fixed() const noexcept { return size_ == 1; }
  /// It takes no longer.
  [[nodiscard]] sim::Duration most() const noexcept { return quantiles_.at(size_ - 1).duration; }
  /// `stream` is one of the site scripted_span, and is not asked for what is fixed. The median in an ideal run.
  [[nodiscard]] sim::Duration draw(timing::Stream& stream) const;
  /// As it is drawn for what has lasted for `elapsed` and goes on; `most` where nothing lasts so long.
  [[nodiscard]] sim::Duration draw_beyond(sim::Duration elapsed, timing::Stream& stream) const;

  friend bool operator==(const ScriptedSpan&, const ScriptedSpan&) = default;

 private:
  /// Of a million equally likely ones, the shortest first.
  [[nodiscard]] sim::Duration at_step(std::int64_t step) const;
  /// How many of them are no longer.
  [[nodiscard]] std::int64_t step_of(sim::Duration duration) const;

  std::array<Quantile, 5> quantiles_{};
  std::size_t size_ = 1;
};

}  // namespace podreel::runtime_fake

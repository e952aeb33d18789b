// Durations and failures that a script leaves to chance.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/invariant.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::runtime_fake {

/// A fixed or random duration; the latter, as timing::Distribution, is uniform between each quantile and the next.
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

  /// From `minimum` on, below `maximum`, with at most three quantiles between them: shares must grow, durations must
  /// not fall.
  [[nodiscard]] static ScriptedSpan between(sim::Duration minimum, const std::vector<Quantile>& quantiles,
                                            sim::Duration maximum);

  [[nodiscard]] bool is_fixed() const noexcept { return size_ == 1; }
  /// It takes no longer.
  [[nodiscard]] sim::Duration maximum() const noexcept { return quantiles_.at(size_ - 1).duration; }
  /// `stream` is one of the site scripted_span, and is not asked for what is fixed. The median in an ideal run.
  [[nodiscard]] sim::Duration draw(timing::Stream& stream) const;
  /// As it is drawn for what has lasted for `elapsed` and goes on; `maximum` where nothing lasts so long.
  [[nodiscard]] sim::Duration draw_beyond(sim::Duration elapsed, timing::Stream& stream) const;

  friend bool operator==(const ScriptedSpan&, const ScriptedSpan&) = default;

 private:
  /// One of a million equally likely durations, the shortest first.
  [[nodiscard]] sim::Duration at_step(std::int64_t step) const;
  /// Returns the number of durations that are no longer.
  [[nodiscard]] std::int64_t step_of(sim::Duration duration) const;

  std::array<Quantile, 5> quantiles_{};
  std::size_t size_ = 1;
};

/// A probability in millionths; 0 by default.
class ScriptedOdds {
 public:
  static constexpr std::uint32_t whole = 1'000'000;

  ScriptedOdds() = default;
  /// `share` is at most `whole`.
  constexpr explicit ScriptedOdds(std::uint32_t share) : share_{share} {
    PODREEL_INVARIANT(share <= whole, "a share is not greater than the whole");
  }

  [[nodiscard]] bool is_never() const noexcept { return share_ == 0; }
  /// `stream` is one of the site scripted_failure. An ideal run does what is likelier.
  [[nodiscard]] bool draw(timing::Stream& stream) const;

  friend bool operator==(const ScriptedOdds&, const ScriptedOdds&) = default;

 private:
  std::uint32_t share_ = 0;
};

/// Each thing has its own row of durations and of failures.
class ScriptedChances {
 public:
  /// `timing` must outlive it.
  explicit ScriptedChances(timing::Timing& timing) : timing_{timing} {}

  /// Returns the duration of this occurrence.
  [[nodiscard]] sim::Duration draw(const ScriptedSpan& span, std::string_view thing);
  /// Whether it goes wrong this time.
  [[nodiscard]] bool draw(const ScriptedOdds& odds, std::string_view thing);

 private:
  using Streams = std::map<std::string, timing::Stream, std::less<>>;

  [[nodiscard]] timing::Stream& stream_of(Streams& streams, timing::Site site, std::string_view thing);

  timing::Timing& timing_;
  Streams spans_;
  Streams failures_;
};

}  // namespace podreel::runtime_fake

// How long something takes that a script says.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
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
  // NOLINTNEXTLINE(google-explicit-constructor): most are fixed.
  template <class Rep, class Period>
  constexpr ScriptedSpan(std::chrono::duration<Rep, Period> always) : quantiles_{Quantile{0, always}} {}

  /// From `least` on, below `most`, with at most three quantiles between them: shares must grow, durations must not
  /// fall.
  [[nodiscard]] static ScriptedSpan between(sim::Duration least, const std::vector<Quantile>& quantiles,
                                            sim::Duration most);

  [[nodiscard]] bool is_fixed() const noexcept { return size_ == 1; }
  /// It takes no longer.
  [[nodiscard]] sim::Duration most() const noexcept { return quantiles_.at(size_ - 1).duration; }
  /// `stream` is one of the site scripted_span, and is not asked for what is fixed. The median in an ideal run.
  [[nodiscard]] sim::Duration draw(timing::Stream& stream) const;

  friend bool operator==(const ScriptedSpan&, const ScriptedSpan&) = default;

 private:
  std::array<Quantile, 5> quantiles_{};
  std::size_t size_ = 1;
};

/// Spans of things that happen again and again.
class ScriptedSpans {
 public:
  /// `timing` must outlive it.
  explicit ScriptedSpans(timing::Timing& timing) : timing_{timing} {}

  /// The next one about this thing.
  [[nodiscard]] sim::Duration draw(const ScriptedSpan& span, std::string_view thing);

 private:
  timing::Timing& timing_;
  std::map<std::string, timing::Stream, std::less<>> streams_;
};

}  // namespace podreel::runtime_fake

// The ticks of a probe worker: executed, or skipped and accounted for.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// A time.Ticker whose ticks are either executed, one by one, or skipped: then they are counted when somebody asks.
class ProbeTicks {
 public:
  /// The work of ticks that are skipped.
  enum class Skipped : std::uint8_t {
    nothing,
    /// A probe each, which succeeds at once. Its result is known after a latency; until then it is under way.
    successful_probes,
  };

  explicit ProbeTicks(sim::Duration period) noexcept : period_{period} {}

  /// The next tick that has neither been executed nor counted.
  [[nodiscard]] sim::Time next() const noexcept { return next_; }
  /// The next tick comes then, and the others at their distance.
  void restart(sim::Time next);
  /// The first tick at or after `time`, from the next one on.
  [[nodiscard]] sim::Time first_from(sim::Time time) const noexcept;

  /// Skips all ticks from the next one on.
  void skip(Skipped what);
  [[nodiscard]] bool is_skipping() const noexcept { return skipping_.has_value(); }
  /// Counts the skipped ticks up to and including `now`, and their probes' latencies. Only while is_skipping().
  void count_until(sim::Time now, timing::Stream& latency);
  /// Returns when the result of the last probe is known that was counted; an instant in the past if there was none.
  [[nodiscard]] sim::Time last_probe_ends() const noexcept { return skipping_->last_probe_ends; }
  /// Ticks are executed again. Call count_until() first.
  void stop_skipping() noexcept { skipping_.reset(); }

 private:
  struct Skipping {
    Skipped what;
    sim::Time last_probe_ends;
  };

  sim::Duration period_;
  sim::Time next_ = sim::Time::min();
  std::optional<Skipping> skipping_;
};

}  // namespace podreel::kubelet

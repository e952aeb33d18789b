// Time series of a cluster.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::fleet {

/// Pods times duration: two pods for a second are two seconds. Millions of pods for days fit.
using PodTime = std::chrono::microseconds;
[[nodiscard]] inline PodTime pod_time(std::int64_t pods, sim::Duration duration) {
  return std::chrono::duration_cast<PodTime>(duration) * pods;
}

/// Counts in equal bins, the first of which begins with the cluster. Limits the number of bins: when it is reached,
/// pairs of bins are merged into bins of twice the width. Times are since the plan began.
class TimeSeries {
 public:
  static constexpr std::size_t max_bins = 256;

  struct Bin {
    /// Maximum number of pods that were not ready at once.
    std::uint32_t max_down = 0;
    std::uint32_t restarts = 0;
    std::uint32_t api_writes = 0;
    std::uint32_t image_pulls = 0;
    /// Nodes that are upgraded, minus those that are rolled back.
    std::int32_t nodes_done = 0;
    /// Time of pods that were not ready.
    PodTime down{};

    /// Merges the following bin.
    Bin& operator+=(const Bin& next) noexcept;

    friend bool operator==(const Bin&, const Bin&) = default;
  };

  TimeSeries() = default;
  explicit TimeSeries(sim::Duration begins_at) noexcept : begins_at_{begins_at}, since_{begins_at} {}

  /// Returns the bin at `time`; times before the cluster's start count as its start.
  [[nodiscard]] Bin& at(sim::Duration time);
  /// Changes the number of unready pods from `time` on; bins have them until the next change. Times do not decrease.
  void change_down(sim::Duration time, int by);
  /// Extends the current number of unready pods to `time`.
  void last_until(sim::Duration time);

  [[nodiscard]] sim::Duration begins_at() const noexcept { return begins_at_; }
  [[nodiscard]] sim::Duration width() const noexcept { return width_; }
  /// Up to the last one with an event.
  [[nodiscard]] const std::vector<Bin>& bins() const noexcept { return bins_; }
  /// Merges bins until there are at most `maximum`, at least one.
  void coarsen(std::size_t maximum);

 private:
  [[nodiscard]] sim::Duration start_of(std::size_t index) const noexcept {
    return begins_at_ + width_ * static_cast<sim::Duration::rep>(index);
  }
  [[nodiscard]] std::size_t index_of(sim::Duration time) const noexcept;
  void halve();

  sim::Duration begins_at_{};
  sim::Duration width_ = std::chrono::seconds{1};
  std::vector<Bin> bins_;
  std::int64_t down_ = 0;
  /// When this number last changed.
  sim::Duration since_{};
};

}  // namespace podreel::fleet

// How a cluster fares over time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::fleet {

/// How many pods for how long: two of them for a second are two seconds. Millions of pods for days fit.
using PodTime = std::chrono::microseconds;
[[nodiscard]] inline PodTime pod_time(std::int64_t pods, sim::Duration duration) {
  return std::chrono::duration_cast<PodTime>(duration) * pods;
}

/// Counts in equal bins, the first of which begins with the cluster. There are never many: when one more would be too
/// many, each two become one, and all are twice as wide. Times are since the plan began.
class Course {
 public:
  static constexpr std::size_t most_bins = 256;

  struct Bin {
    /// The most pods that were not ready at once.
    std::uint32_t most_down = 0;
    std::uint32_t restarts = 0;
    std::uint32_t api_writes = 0;
    std::uint32_t image_pulls = 0;
    /// Nodes that are done, less those that are taken back.
    std::int32_t nodes_done = 0;
    /// That pods were not ready.
    PodTime down{};

    /// As one with the bin that follows.
    Bin& operator+=(const Bin& next) noexcept;

    friend bool operator==(const Bin&, const Bin&) = default;
  };

  Course() = default;
  explicit Course(sim::Duration begins_at) noexcept : begins_at_{begins_at}, since_{begins_at} {}

  /// The bin in which something happens; what comes before the cluster begins counts as its beginning.
  [[nodiscard]] Bin& at(sim::Duration time);
  /// From then on so many more pods, or fewer, are not ready; bins have them as far as that lasts. Times do not go
  /// back.
  void change_down(sim::Duration time, int by);
  /// The pods that are not ready are so until then.
  void last_until(sim::Duration time);

  [[nodiscard]] sim::Duration begins_at() const noexcept { return begins_at_; }
  [[nodiscard]] sim::Duration width() const noexcept { return width_; }
  /// Up to the last one in which something happens.
  [[nodiscard]] const std::vector<Bin>& bins() const noexcept { return bins_; }
  /// Fewer and wider ones: at most `most` bins, at least one.
  void coarsen(std::size_t most);

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

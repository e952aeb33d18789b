// The course of a fleet, reduced to as few points as a page can draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/fleet/outcome.hpp"

namespace podreel::cli {

struct Curve {
  /// Number of occurrences in a bin, and the maximum in one second.
  struct Rate {
    std::uint64_t sum = 0;
    std::uint64_t maximum = 0;

    void add(std::uint64_t second) noexcept;
    friend bool operator==(const Rate&, const Rate&) = default;
  };
  struct Bin {
    /// Maximum number of pods that were not ready at the same time.
    std::int64_t max_down = 0;
    /// Total time that pods were not ready.
    fleet::PodTime down{};
    Rate restarts{};
    Rate api_writes{};
    Rate image_pulls{};
  };

  std::int64_t bin_seconds = 1;
  /// From the start of the plan to its end, and until nothing changes any more.
  std::vector<Bin> bins;
};

/// Returns the curve in at most `max_bins` bins of 1, 2, 5, 10, 15 or 30 seconds or minutes, or of whole hours.
[[nodiscard]] Curve curve_of(const fleet::Outcome& outcome, std::size_t max_bins);

}  // namespace podreel::cli

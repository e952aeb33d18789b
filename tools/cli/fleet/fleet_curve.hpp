// What happens to a whole fleet, in so few points that a page can draw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/fleet/outcome.hpp"

namespace podreel::cli {

struct Curve {
  /// Something that happens so often, and the most often in one second.
  struct Rate {
    std::uint64_t sum = 0;
    std::uint64_t most = 0;

    void add(std::uint64_t second) noexcept;
    friend bool operator==(const Rate&, const Rate&) = default;
  };
  struct Bin {
    /// The most pods that were not ready at once.
    std::int64_t most_down = 0;
    /// That pods were not ready.
    fleet::PodTime down{};
    Rate restarts{};
    Rate api_writes{};
    Rate image_pulls{};
  };

  std::int64_t bin_seconds = 1;
  /// From the plan's beginning to its end, and until nothing happens any more.
  std::vector<Bin> bins;
};

/// In bins of 1, 2, 5, 10, 15 or 30 seconds or minutes, or of hours: of as many as are needed for at most
/// `most_bins` bins.
[[nodiscard]] Curve curve_of(const fleet::Outcome& outcome, std::size_t most_bins);

}  // namespace podreel::cli

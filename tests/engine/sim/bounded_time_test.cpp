#include "engine/sim/bounded_time.hpp"

#include <doctest/doctest.h>
#include <limits>

namespace podreel::sim {

TEST_CASE("a span and an instant of any size can be added") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK(bounded_seconds(30) == 30);
  CHECK(bounded_seconds(most) == longest_seconds);
  CHECK(bounded_seconds(least) == -longest_seconds);
  CHECK(bounded_instant(1'700'000'000) == from_unix_seconds(1'700'000'000));
  const Duration longest = std::chrono::seconds{bounded_seconds(most)};
  CHECK(bounded_instant(most) + longest > bounded_instant(most));
  CHECK(bounded_instant(least) - longest < bounded_instant(least));
  CHECK(bounded_instant(1'700'000'000) + longest + longest > bounded_instant(1'700'000'000) + longest);
}

}  // namespace podreel::sim

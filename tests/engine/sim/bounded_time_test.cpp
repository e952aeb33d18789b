#include "engine/sim/bounded_time.hpp"

#include <doctest/doctest.h>
#include <limits>

namespace podreel::sim {

TEST_CASE("a span and an instant of any size can be added") {
  constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t minimum = std::numeric_limits<std::int64_t>::min();
  CHECK(bounded_seconds(30) == 30);
  CHECK(bounded_seconds(maximum) == max_seconds);
  CHECK(bounded_seconds(minimum) == -max_seconds);
  CHECK(bounded_instant(1'700'000'000) == from_unix_seconds(1'700'000'000));
  const Duration longest = std::chrono::seconds{bounded_seconds(maximum)};
  CHECK(bounded_instant(maximum) + longest > bounded_instant(maximum));
  CHECK(bounded_instant(minimum) - longest < bounded_instant(minimum));
  CHECK(bounded_instant(1'700'000'000) + longest + longest > bounded_instant(1'700'000'000) + longest);
}

}  // namespace podreel::sim

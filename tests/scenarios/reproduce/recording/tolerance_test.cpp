// Tolerances in time between two timelines.
#include "scenarios/reproduce/recording/tolerance.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("short gaps differ by a relist and a tick, long ones by a retry") {
  CHECK(gaps_like(5).minimum == doctest::Approx(3.8));
  CHECK(gaps_like(5).maximum == doctest::Approx(6.2));
  CHECK(gaps_like(9).minimum == doctest::Approx(7.8));
  CHECK(gaps_like(9).maximum == doctest::Approx(24.8));
  CHECK(gaps_like(12).minimum == doctest::Approx(9));
  CHECK(gaps_like(60).minimum == doctest::Approx(44.2));
  CHECK(gaps_like(60).maximum == doctest::Approx(75.8));
}

TEST_CASE("both gaps are long enough for a retry, or a relist's tolerance applies") {
  CHECK(gap_tolerance(9, 60) == doctest::Approx(15.8));
  CHECK(gap_tolerance(8.9, 60) == doctest::Approx(1.2));
  CHECK(gap_tolerance(60, 8.9) == doctest::Approx(1.2));
}

TEST_CASE("an event may come after an end that its longest gap reaches") {
  CHECK(may_come_after(106, 100, 5));
  CHECK_FALSE(may_come_after(106.3, 100, 5));
  CHECK(may_come_after(124, 100, 9));
}

}  // namespace podreel::reproduce

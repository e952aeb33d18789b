#include "scenarios/reproduce/recording/drawn_durations.hpp"

#include <doctest/doctest.h>

#include "engine/sim/choices.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/format/in_seconds.hpp"

namespace podreel::reproduce {

TEST_CASE("a duration is drawn by the choice that is said to draw it") {
  for (const double wanted : {0.0006, 0.003, 0.0121, 0.0299}) {
    const std::uint64_t value = value_that_draws(wanted, timing::relist_cost.distribution);
    const sim::Choice choice{"relist-cost", "", 0, timing::relist_cost.distribution.options(), value};
    timing::Timing timing{sim::Choices{1, {choice}}};
    CHECK(format::in_seconds(timing.draw(timing::relist_cost)) == doctest::Approx(wanted).epsilon(0.001));
  }
}

TEST_CASE("durations that no choice draws are drawn as the nearest possible ones") {
  const timing::Distribution& costs = timing::relist_cost.distribution;
  CHECK(value_that_draws(-1, costs) == 0);
  CHECK(value_that_draws(60, costs) == costs.options() - 1);
  CHECK(nanoseconds(-0.5, 100) == 0);
  CHECK(nanoseconds(5e-8, 100) == 50);
  CHECK(nanoseconds(3, 100) == 99);
}

TEST_CASE("the median of a distribution is its quantile of a half") {
  CHECK(median_of(timing::relist_cost.distribution) == doctest::Approx(0.003));
}

TEST_CASE("the time until a tick is less than a period, before and after the tick") {
  CHECK(until_tick(10.2, 0.5, 1) == doctest::Approx(0.3));
  CHECK(until_tick(10.7, 0.5, 1) == doctest::Approx(0.8));
  CHECK(until_tick(0.25, 7.5, 1) == doctest::Approx(0.25));
}

}  // namespace podreel::reproduce

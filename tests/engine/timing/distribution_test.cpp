#include "engine/timing/distribution.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

namespace podreel::timing {

using namespace std::chrono_literals;
using sim::Choices;
using sim::Duration;

namespace {

std::vector<Duration> drawn(const Distribution& distribution) {
  Choices choices{1};
  sim::ChoiceStream stream = choices.stream("test", "");
  std::vector<Duration> durations;
  for (int count = 0; count < 10000; ++count) durations.push_back(distribution.draw(stream));
  return durations;
}

}  // namespace

TEST_CASE("durations are distributed as measured") {
  const std::vector<Duration> durations =
      drawn(Distribution::measured({{0, 1ms}, {500, 3ms}, {900, 10ms}, {1000, 100ms}}));
  const auto share_below = [&durations](Duration duration) {
    return static_cast<double>(std::ranges::count_if(durations, [duration](Duration one) { return one < duration; })) /
           100;
  };
  CHECK(share_below(1ms) == 0);
  CHECK(share_below(2ms) == doctest::Approx(25).epsilon(0.05));
  CHECK(share_below(3ms) == doctest::Approx(50).epsilon(0.05));
  CHECK(share_below(10ms) == doctest::Approx(90).epsilon(0.05));
  CHECK(share_below(55ms) == doctest::Approx(95).epsilon(0.05));
  CHECK(share_below(100ms) == 100);
}

TEST_CASE("durations between two lie evenly, the first included and the last not") {
  const std::vector<Duration> durations = drawn(Distribution::between(10ns, 13ns));
  for (const Duration duration : {10ns, 11ns, 12ns}) {
    CHECK(std::ranges::count(durations, duration) > 3000);
  }
  CHECK(std::ranges::max(durations) == 12ns);
  CHECK(std::ranges::min(durations) == 10ns);
}

TEST_CASE("it is one decision, and can be fixed") {
  constexpr Distribution measured = Distribution::measured({{0, 1ms}, {500, 2ms}, {1000, 3ms}});
  static_assert(measured.options() == 1'000'000);
  Choices choices{1, {{"test", "", 1, 1'000'000, 500'000}}};
  choices.record();
  sim::ChoiceStream stream = choices.stream("test", "");
  static_cast<void>(measured.draw(stream));
  CHECK(measured.draw(stream) == 2ms);
  CHECK(choices.recorded().size() == 2);
}

}  // namespace podreel::timing

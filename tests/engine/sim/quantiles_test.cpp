#include "engine/sim/quantiles.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <vector>

namespace podreel::sim {

using namespace std::chrono_literals;

TEST_CASE("durations are distributed as measured") {
  constexpr std::array measured{Quantile{0, 1ms}, Quantile{500, 3ms}, Quantile{900, 10ms}, Quantile{1000, 100ms}};
  Choices choices{1};
  ChoiceStream stream = choices.stream("test", "");
  std::vector<Duration> drawn;
  for (int count = 0; count < 10000; ++count) drawn.push_back(draw(stream, measured));
  const auto share_below = [&drawn](Duration duration) {
    return static_cast<double>(std::ranges::count_if(drawn, [duration](Duration one) { return one < duration; })) / 100;
  };
  CHECK(share_below(1ms) == 0);
  CHECK(share_below(2ms) == doctest::Approx(25).epsilon(0.05));
  CHECK(share_below(3ms) == doctest::Approx(50).epsilon(0.05));
  CHECK(share_below(10ms) == doctest::Approx(90).epsilon(0.05));
  CHECK(share_below(55ms) == doctest::Approx(95).epsilon(0.05));
  CHECK(share_below(100ms) == 100);
}

TEST_CASE("it is one decision, and can be fixed") {
  constexpr std::array measured{Quantile{0, 1ms}, Quantile{1000, 3ms}};
  Choices choices{1, {{"test", "", 1, 1'000'000, 500'000}}};
  choices.record();
  ChoiceStream stream = choices.stream("test", "");
  static_cast<void>(draw(stream, measured));
  CHECK(draw(stream, measured) == 2ms);
  CHECK(choices.recorded().size() == 2);
}

}  // namespace podreel::sim

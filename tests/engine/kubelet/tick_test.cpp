#include "engine/kubelet/tick.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

TEST_CASE("a ticker keeps its phase for ever") {
  const Ticker ticker{Time{300ms}, 1s};
  CHECK(ticker.at_or_after(Time{0s}) == Time{300ms});
  CHECK(ticker.at_or_after(Time{300ms}) == Time{300ms});
  CHECK(ticker.at_or_after(Time{301ms}) == Time{1300ms});
  CHECK(ticker.after(Time{300ms}) == Time{1300ms});
  CHECK(ticker.at_or_after(Time{86400s}) == Time{86400s + 300ms});
}

}  // namespace podreel::kubelet

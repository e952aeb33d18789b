#include "engine/kubelet/config/reflector_backoff.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE("waits double from 0.8 s to 30 s, each up to twice as long by jitter") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    timing::Timing timing{sim::Choices{seed}};
    sim::Time now{1h};
    ReflectorBackoff backoff{timing, now};
    for (const sim::Duration minimum : {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
      const sim::Duration wait = backoff.next(now);
      CHECK(wait >= minimum);
      CHECK(wait < 2 * minimum);
      now += wait;
    }
  }
}

TEST_CASE("kubelets that lost the API server together do not come back together") {
  sim::Duration shortest = 1h;
  sim::Duration longest{};
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    timing::Timing timing{sim::Choices{seed}};
    const sim::Duration wait = ReflectorBackoff{timing, sim::Time{1h}}.next(sim::Time{1h});
    shortest = std::min(shortest, wait);
    longest = std::max(longest, wait);
  }
  CHECK(shortest < 900ms);
  CHECK(longest > 1500ms);
}

TEST_CASE("two minutes after the last try it begins anew") {
  timing::Timing timing{sim::Choices{1}};
  sim::Time now{1h};
  ReflectorBackoff backoff{timing, now};
  for (int tries = 0; tries < 6; ++tries) static_cast<void>(backoff.next(now));
  CHECK(backoff.next(now + 2min) >= 30s);
  CHECK(backoff.next(now + 5min) < 1600ms);
}

}  // namespace podreel::kubelet

#include "engine/sync/backoff.hpp"

#include <doctest/doctest.h>

#include "engine/sim/scheduler.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

struct Clock {
  sim::Scheduler scheduler{sim::from_unix_seconds(1000)};
  sim::Process process{scheduler};
  void pass(sim::Duration duration) { scheduler.run_until(scheduler.now() + duration); }
};

}  // namespace

TEST_CASE("a key that was never seen does not wait") {
  Clock clock;
  const Backoff backoff{clock.process};
  CHECK_FALSE(backoff.is_in_backoff_since("app", clock.process.now()));
  CHECK(backoff.get("app") == 0s);
}

TEST_CASE("the wait doubles from 10 s up to 300 s") {
  Clock clock;
  Backoff backoff{clock.process};
  std::vector<sim::Duration> waits;
  for (int crash = 0; crash < 7; ++crash) {
    backoff.next("app", clock.process.now());
    waits.push_back(backoff.get("app"));
  }
  CHECK(waits == std::vector<sim::Duration>{10s, 20s, 40s, 80s, 160s, 300s, 300s});
}

TEST_CASE("a wait holds until it is over, or until garbage collection may forget it") {
  Clock clock;
  Backoff backoff{clock.process, 10s, 300s, 40s};
  const sim::Time begin = clock.process.now();
  backoff.next("app", begin);
  CHECK(backoff.holds_until("app", begin + 5s) == begin + 15s);
  CHECK(backoff.holds_until("app", begin + 35s) == begin + 40s);
}

TEST_CASE("the wait counts from the container's end, and is over exactly then") {
  Clock clock;
  Backoff backoff{clock.process};
  const sim::Time end = clock.process.now();
  backoff.next("app", end);
  clock.pass(9999ms);
  CHECK(backoff.is_in_backoff_since("app", end));
  clock.pass(1ms);
  CHECK_FALSE(backoff.is_in_backoff_since("app", end));
}

TEST_CASE("a pull waits from the last failure on") {
  Clock clock;
  Backoff backoff{clock.process};
  backoff.next("image", clock.process.now());
  clock.pass(9s);
  CHECK(backoff.is_in_backoff_since_update("image", clock.process.now()));
  clock.pass(1s);
  CHECK_FALSE(backoff.is_in_backoff_since_update("image", clock.process.now()));
}

TEST_CASE("more than twice the maximum after the last update the series begins anew") {
  Clock clock;
  Backoff backoff{clock.process};
  backoff.next("app", clock.process.now());
  backoff.next("app", clock.process.now());
  const sim::Time updated = clock.process.now();
  CHECK(backoff.is_in_backoff_since("app", updated + 600s));
  CHECK_FALSE(backoff.is_in_backoff_since("app", updated + 600s + 1ns));
  clock.pass(601s);
  backoff.next("app", clock.process.now());
  CHECK(backoff.get("app") == 10s);
}

TEST_CASE("old entries are collected, young ones stay") {
  Clock clock;
  Backoff backoff{clock.process};
  backoff.next("old", clock.process.now());
  clock.pass(601s);
  backoff.next("young", clock.process.now());
  backoff.collect_garbage();
  CHECK(backoff.size() == 1);
  CHECK(backoff.get("young") == 10s);
}

TEST_CASE("what was collected is forgotten although its container ends less than that after its last start") {
  Clock clock;
  sim::Time collected_at = clock.process.now();
  Backoff backoff{clock.process, 10s, 300s, 600s, [&collected_at] { return collected_at; }};
  backoff.next("app", clock.process.now());
  backoff.next("app", clock.process.now());
  clock.pass(595s);
  const sim::Time crash = clock.process.now();
  clock.pass(6s);
  CHECK(backoff.is_in_backoff_since("app", crash));
  collected_at = clock.process.now();
  CHECK_FALSE(backoff.is_in_backoff_since("app", crash));
  backoff.next("app", crash);
  CHECK(backoff.get("app") == 10s);
}

TEST_CASE("initial and maximum can be chosen") {
  Clock clock;
  Backoff backoff{clock.process, 1s, 3s};
  for (int crash = 0; crash < 3; ++crash) backoff.next("app", clock.process.now());
  CHECK(backoff.get("app") == 3s);
}

}  // namespace podreel::sync

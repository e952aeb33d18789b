#include "engine/sync/token_bucket.hpp"

#include <doctest/doctest.h>

#include "engine/sim/scheduler.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

struct Waited {
  sim::Scheduler scheduler{sim::from_unix_seconds(1000)};
  sim::Process process{scheduler};
  void pass(sim::Duration duration) { scheduler.run_until(scheduler.now() + duration); }
};

}  // namespace

TEST_CASE_FIXTURE(Waited, "a full bucket gives its burst at once, and then one after the other") {
  TokenBucket bucket{process, {5, 2}};
  CHECK(bucket.take() == 0s);
  CHECK(bucket.take() == 0s);
  CHECK(bucket.take() == 200ms);
  CHECK(bucket.take() == 400ms);
}

TEST_CASE_FIXTURE(Waited, "who does not want to wait takes nothing") {
  TokenBucket bucket{process, {5, 1}};
  CHECK(bucket.try_take());
  CHECK_FALSE(bucket.try_take());
  pass(200ms);
  CHECK(bucket.try_take());
}

TEST_CASE_FIXTURE(Waited, "a bucket that nobody asks fills up to its burst") {
  TokenBucket bucket{process, {5, 2}};
  for (int taken = 0; taken < 5; ++taken) static_cast<void>(bucket.take());
  pass(1h);
  CHECK(bucket.take() == 0s);
  CHECK(bucket.take() == 0s);
  CHECK(bucket.take() == 200ms);
}

TEST_CASE_FIXTURE(Waited, "without a rate nobody waits") {
  TokenBucket bucket{process, {}};
  for (int taken = 0; taken < 100; ++taken) {
    CHECK(bucket.try_take());
    CHECK(bucket.take() == 0s);
  }
}

}  // namespace podreel::sync

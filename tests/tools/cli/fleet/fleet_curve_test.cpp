#include "tools/cli/fleet/fleet_curve.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <vector>

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;

/// Five pods are not ready from second 10 of each minute until its second 30, in the 7th one nine.
fleet::Outcome outcome_of(int minutes) {
  fleet::Outcome outcome;
  outcome.ends_at = minutes * 1min;
  for (int minute = 0; minute < minutes; ++minute) {
    const int pods = minute == 7 ? 9 : 5;
    fleet::Instant& down = outcome.seconds[minute * 60 + 10];
    down.down = down.max_down = pods;
    down.down_for = fleet::pod_time(pods, 1s);
    down.restarts = 3;
    down.api_writes = static_cast<std::uint32_t>(minute);
    outcome.seconds[minute * 60 + 30].down = -pods;
  }
  return outcome;
}

/// Of all bins.
Curve::Bin sum_of(const Curve& curve) {
  Curve::Bin sum;
  for (const Curve::Bin& bin : curve.bins) {
    sum.max_down = std::max(sum.max_down, bin.max_down);
    sum.down += bin.down;
    sum.restarts.sum += bin.restarts.sum;
    sum.restarts.maximum = std::max(sum.restarts.maximum, bin.restarts.maximum);
    sum.api_writes.sum += bin.api_writes.sum;
    sum.api_writes.maximum = std::max(sum.api_writes.maximum, bin.api_writes.maximum);
  }
  return sum;
}

}  // namespace

TEST_CASE("a short plan is printed second by second") {
  const Curve curve = curve_of(outcome_of(2), 2'000);
  CHECK(curve.bin_seconds == 1);
  REQUIRE(curve.bins.size() == 120);
  CHECK(curve.bins[9].max_down == 0);
  CHECK(curve.bins[10].max_down == 5);
  CHECK(curve.bins[10].restarts == Curve::Rate{3, 3});
  CHECK(curve.bins[29].max_down == 5);
  CHECK(curve.bins[29].down == 5s);
  CHECK(curve.bins[30].max_down == 0);
}

TEST_CASE("however long a plan is, its bins are few, and their sums and maxima are those of its seconds") {
  for (const int minutes : {1, 7, 33, 34, 300, 1'440, 20'000}) {
    CAPTURE(minutes);
    const Curve curve = curve_of(outcome_of(minutes), 2'000);
    CHECK(curve.bins.size() <= 2'000);
    CHECK(static_cast<std::int64_t>(curve.bins.size()) * curve.bin_seconds >= minutes * 60);
    CHECK((static_cast<std::int64_t>(curve.bins.size()) - 1) * curve.bin_seconds < minutes * 60);
    const Curve::Bin sum = sum_of(curve);
    const int more = minutes > 7 ? 4 : 0;
    CHECK(sum.max_down == 5 + more);
    CHECK(sum.down == minutes * 5 * 20s + more * 20s);
    CHECK(sum.restarts == Curve::Rate{3ULL * static_cast<std::uint64_t>(minutes), 3});
    const auto last = static_cast<std::uint64_t>(minutes) - 1;
    CHECK(sum.api_writes == Curve::Rate{last * (last + 1) / 2, last});
  }
}

TEST_CASE("a bin that is crossed has the pods that are not ready all through it") {
  fleet::Outcome outcome;
  outcome.ends_at = 10min;
  outcome.seconds[5].down = outcome.seconds[5].max_down = 4;
  outcome.seconds[5].down_for = fleet::pod_time(4, 500ms);
  const Curve curve = curve_of(outcome, 60);
  CHECK(curve.bin_seconds == 10);
  REQUIRE(curve.bins.size() == 60);
  CHECK(curve.bins[0].down == 2s + 4 * 4s);
  for (std::size_t index = 1; index < curve.bins.size(); ++index) {
    CHECK(curve.bins[index].max_down == 4);
    CHECK(curve.bins[index].down == 40s);
  }
}

TEST_CASE("what happens after a plan's end is shown, and a plan in which nothing happens has no bins") {
  fleet::Outcome outcome;
  CHECK(curve_of(outcome, 2'000).bins.empty());
  outcome.seconds[4].api_writes = 2;
  CHECK(curve_of(outcome, 2'000).bins.size() == 5);
}

}  // namespace podreel::cli

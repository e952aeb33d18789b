// Outages of replicas from the deletion of a pod until its replacement is ready.
#include "scenarios/fleet/drain/replica_outages.hpp"

#include <chrono>
#include <doctest/doctest.h>

#include "engine/invariant.hpp"
#include "scenarios/simulation/node.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

constexpr Replica of_web{0, 0};
constexpr Replica of_bare{1, 0};

sim::Time at(sim::Duration time) {
  return simulation::epoch + time;
}

}  // namespace

TEST_CASE("an outage is open until its replica is ready, and begins once") {
  ReplicaOutages outages;
  CHECK_FALSE(outages.are_awaited());
  outages.begin(of_web, at(10s), 3, false);
  outages.begin(of_web, at(12s), 4, false);
  CHECK(outages.is_out(of_web));
  CHECK_FALSE(outages.is_out(of_bare));
  CHECK(outages.are_awaited());
  outages.end(of_bare, at(13s));
  outages.end(of_web, at(15s));
  CHECK_FALSE(outages.is_out(of_web));
  CHECK_FALSE(outages.are_awaited());
  const auto taken = outages.take_outages(at(5s));
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].first == 3);
  CHECK(taken[0].second == Outage{of_web, 5s, 10s, true});
  CHECK(outages.take_outages(at(5s)).empty());
}

TEST_CASE("a lost pod's outage is not awaited, and one that ends before it began is a defect") {
  ReplicaOutages outages;
  outages.begin(of_bare, at(10s), 3, true);
  CHECK(outages.is_out(of_bare));
  CHECK_FALSE(outages.are_awaited());
  CHECK_THROWS_AS(outages.end(of_bare, at(9s)), InvariantViolation);
  outages.begin(of_bare, at(11s), 3, false);
  CHECK_FALSE(outages.are_awaited());
}

TEST_CASE("an open outage is reported once as open, and once more when it has ended in a later batch") {
  ReplicaOutages outages;
  outages.begin(of_web, at(10s), 3, false);
  outages.begin(of_bare, at(11s), 3, true);
  auto taken = outages.take_outages(at(5s));
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].second == Outage{of_web, 5s, {}, false});
  CHECK(taken[1].second == Outage{of_bare, 6s, {}, false});
  CHECK_FALSE(outages.are_awaited());
  CHECK(outages.take_outages(at(5s)).empty());
  outages.end(of_web, at(40s));
  CHECK_FALSE(outages.are_awaited());
  taken = outages.take_outages(at(30s));
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].second == Outage{of_web, -20s, 10s, true});
}

}  // namespace podreel::fleet

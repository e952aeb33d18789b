// Which faults are combined next.
#include "scenarios/explore/frontier.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "engine/invariant.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using format::FaultKind;

Perturbation fault(FaultKind kind, sim::Duration at, std::string what) {
  return {.kind = kind, .at = at, .what = std::move(what)};
}

std::vector<std::string> names_of(const Perturbations& perturbations) {
  std::vector<std::string> names;
  for (const Perturbation& each : perturbations) names.push_back(each.what);
  return names;
}

}  // namespace

TEST_CASE("every fault is tried alone, kinds in turn") {
  Frontier frontier{1};
  frontier.add_singles({fault(FaultKind::reboot, 1s, "reboot 1"), fault(FaultKind::reboot, 2s, "reboot 2"),
                        fault(FaultKind::oom_kill, 1s, "oom 1"), fault(FaultKind::oom_kill, 2s, "oom 2")});
  CHECK(frontier.num_singles() == 4);
  std::set<FaultKind> first_two;
  std::set<std::string> all;
  for (int number = 0; number < 4; ++number) {
    const auto candidate = frontier.next();
    REQUIRE(candidate);
    REQUIRE(candidate->size() == 1);
    if (number < 2) first_two.insert(candidate->front().kind);
    all.insert(candidate->front().what);
  }
  CHECK(first_two.size() == 2);
  CHECK(all.size() == 4);
  CHECK_FALSE(frontier.next());
  CHECK(frontier.singles_tried() == 4);
  CHECK(frontier.is_exhausted());
}

TEST_CASE("a run is extended by what comes later, and no combination is tried twice") {
  Frontier frontier{1};
  const Perturbation first = fault(FaultKind::reboot, 1s, "a");
  const Perturbation second = fault(FaultKind::reboot, 2s, "b");
  const Perturbation third = fault(FaultKind::reboot, 3s, "c");
  frontier.extend({second}, {first, third});
  CHECK(frontier.num_commuting() == 1);
  CHECK(frontier.num_left() == 1);
  const auto candidate = frontier.next();
  REQUIRE(candidate);
  CHECK(names_of(*candidate) == std::vector<std::string>{"b", "c"});
  frontier.extend({second}, {third});
  CHECK_FALSE(frontier.next());
}

TEST_CASE("a choice extends a run that does not decide the same one") {
  Frontier frontier{1};
  Perturbation choice{.kind = FaultKind::chance, .choice = sim::Choice{}, .what = "one"};
  choice.choice->site = "site";
  Perturbation same = choice;
  same.what = "two";
  Perturbation other = choice;
  other.choice->index = 1;
  other.what = "three";
  frontier.extend({choice}, {same, other});
  const auto candidate = frontier.next();
  REQUIRE(candidate);
  CHECK(names_of(*candidate) == std::vector<std::string>{"one", "three"});
  CHECK_FALSE(frontier.next());
}

TEST_CASE("deferred runs count as left, and are taken when asked for") {
  Frontier frontier{1};
  frontier.defer({fault(FaultKind::reboot, 1s, "a")});
  CHECK_FALSE(frontier.next());
  CHECK_FALSE(frontier.is_exhausted());
  REQUIRE(frontier.has_deferred());
  CHECK(names_of(frontier.next_deferred()) == std::vector<std::string>{"a"});
  CHECK(frontier.is_exhausted());
  CHECK_THROWS_AS(static_cast<void>(frontier.next_deferred()), InvariantViolation);
}

TEST_CASE("single faults are taken once") {
  Frontier frontier{1};
  frontier.add_singles({fault(FaultKind::reboot, 1s, "a")});
  CHECK_THROWS_AS(frontier.add_singles({fault(FaultKind::reboot, 2s, "b")}), InvariantViolation);
}

TEST_CASE("a run is no longer extended at once when 500 are") {
  Frontier frontier{1};
  for (int number = 0; number < 500; ++number) {
    CHECK(frontier.has_room_for_extensions());
    frontier.extend({fault(FaultKind::reboot, sim::Duration{number}, std::to_string(number))}, {});
  }
  CHECK_FALSE(frontier.has_room_for_extensions());
}

TEST_CASE("a frontier that has dropped deferred runs is not exhausted without them") {
  Frontier frontier{1};
  const auto defer = [&frontier](int number) {
    frontier.defer({fault(FaultKind::reboot, sim::Duration{number}, std::to_string(number))});
  };
  for (int number = 0; number < 20'000; ++number) defer(number);
  CHECK(frontier.num_left() == 20'000);
  defer(20'000);
  CHECK(frontier.num_left() == 20'000);
  while (frontier.has_deferred()) static_cast<void>(frontier.next_deferred());
  CHECK(frontier.num_left() == 0);
  CHECK_FALSE(frontier.is_exhausted());
}

TEST_CASE("a run with more possible extensions than are kept is deferred, too") {
  Frontier frontier{1};
  Perturbations points;
  for (int number = 1; number <= 2'001; ++number) {
    points.push_back(fault(FaultKind::reboot, sim::Duration{number}, std::to_string(number)));
  }
  frontier.extend({fault(FaultKind::reboot, 0s, "first")}, points);
  CHECK(frontier.has_deferred());
  CHECK(frontier.num_left() == 2'001);
  std::size_t extended = 0;
  while (frontier.next()) ++extended;
  CHECK(extended == 2'000);
}

TEST_CASE("the same seed chooses the same candidates") {
  const auto order_of = [](std::uint64_t seed) {
    Frontier frontier{seed};
    Perturbations singles;
    for (int number = 0; number < 20; ++number) {
      singles.push_back(fault(FaultKind::reboot, sim::Duration{number}, std::to_string(number)));
    }
    frontier.add_singles(singles);
    std::vector<std::string> order;
    while (const auto candidate = frontier.next()) order.push_back(candidate->front().what);
    return order;
  };
  CHECK(order_of(1) == order_of(1));
  CHECK(order_of(1) != order_of(2));
}

}  // namespace podreel::explore

// Ready replicas of workloads over the batches of a plan.
#include "scenarios/fleet/availability.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

Outage outage(std::uint32_t workload, std::uint32_t ordinal, sim::Duration from, std::optional<sim::Duration> until) {
  return {{workload, ordinal}, from, until.value_or(sim::Duration{}), until.has_value()};
}

NodeResult with(std::vector<Outage> outages) {
  NodeResult result;
  result.outages = std::move(outages);
  return result;
}

}  // namespace

TEST_CASE("outages of a workload are counted and added, and the longest time without a ready replica is known") {
  Availability availability{{2, 1}};
  NodeResult restarts;
  restarts.restarts_of = {{0, 3}};
  availability.add({with({outage(0, 0, 1s, 5s)}), with({outage(0, 1, 3s, 4s)}), restarts}, 10s);
  availability.add({with({outage(0, 0, 0s, 3s), outage(0, 1, 1s, 4s)})}, 100s);
  availability.finish(200s);
  const WorkloadOutcome& first = availability.workloads().at(0);
  CHECK(first.replicas == 2);
  CHECK(first.restarts == 3);
  CHECK(first.interruptions == 4);
  CHECK(first.max_down == 2);
  CHECK(first.down == 4s + 1s + 3s + 3s);
  CHECK(first.longest == 4s);
  CHECK(first.without_ready == 2s);
  CHECK(first.without_ready_since == 101s);
  CHECK(first.down_at_end == 0);
  CHECK(availability.workloads().at(1).interruptions == 0);
  CHECK(availability.workloads().at(1).without_ready == 0s);
}

TEST_CASE("of equally long times without a ready replica, the first is shown") {
  Availability availability{{1}};
  availability.add({with({outage(0, 0, 1s, 3s)})}, 0s);
  availability.add({with({outage(0, 0, 1s, 3s)})}, 50s);
  CHECK(availability.workloads().at(0).without_ready == 2s);
  CHECK(availability.workloads().at(0).without_ready_since == 1s);
}

TEST_CASE("a pod that becomes ready when another stops being so leaves no moment without a ready replica") {
  Availability availability{{2}};
  availability.add({with({outage(0, 0, 1s, 3s)}), with({outage(0, 1, 3s, 5s)})}, 0s);
  CHECK(availability.workloads().at(0).max_down == 1);
  CHECK(availability.workloads().at(0).without_ready == 0s);
}

TEST_CASE("an outage that has not ended lasts, until a later batch reports its end") {
  Availability availability{{1}};
  availability.add({with({outage(0, 0, 2s, std::nullopt)})}, 10s);
  Availability unfinished = availability;
  unfinished.finish(30s);
  CHECK(unfinished.workloads().at(0).down_at_end == 1);
  CHECK(unfinished.workloads().at(0).down == 18s);
  CHECK(unfinished.workloads().at(0).without_ready == 18s);
  CHECK(unfinished.workloads().at(0).longest == 0s);

  availability.add({with({outage(0, 0, -8s, 5s)})}, 20s);
  availability.finish(100s);
  CHECK(availability.workloads().at(0).interruptions == 1);
  CHECK(availability.workloads().at(0).down == 13s);
  CHECK(availability.workloads().at(0).longest == 13s);
  CHECK(availability.workloads().at(0).down_at_end == 0);
}

TEST_CASE("pods that get a node later are ready replicas from then on") {
  Availability availability{{1}};
  availability.add({with({outage(0, 0, 0s, 1s)})}, 0s);
  availability.place_later({{0, 1}});
  CHECK(availability.workloads().at(0).replicas == 2);
  availability.place_later({{0, 3}});
  CHECK(availability.workloads().at(0).replicas == 4);
  availability.add({with({outage(0, 0, 0s, 9s)})}, 10s);
  CHECK(availability.workloads().at(0).without_ready == 1s);
}

}  // namespace podreel::fleet

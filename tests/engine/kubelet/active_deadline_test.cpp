#include "engine/kubelet/active_deadline.hpp"

#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

api::Pod allowed(const char* uid, std::optional<std::int64_t> seconds) {
  auto spec = std::make_shared<api::PodSpec>();
  spec->active_deadline_seconds = seconds;
  api::Pod pod;
  pod.metadata.uid = uid;
  pod.spec = std::move(spec);
  return pod;
}

/// Keeps the SYNC ticks that it is asked for.
struct Ticks final : TickScheduler {
  void schedule_sync_tick(sim::Time time) override { scheduled.push_back(time); }
  void schedule_housekeeping() override {}
  std::vector<sim::Time> scheduled;
};

}  // namespace

TEST_CASE("a deadline counts from the whole second at which the pod started, and has passed at it") {
  Ticks ticks;
  ActiveDeadlines deadlines{ticks};
  deadlines.update(allowed("a", 10), sim::Time{5700ms});
  CHECK(deadlines.next() == sim::Time{15s});
  CHECK_FALSE(deadlines.has_passed("a", sim::Time{15s - 1ns}));
  CHECK(deadlines.has_passed("a", sim::Time{15s}));
  CHECK_FALSE(deadlines.has_passed("b", sim::Time{15s}));
  CHECK(deadlines.passed(sim::Time{15s - 1ns}).empty());
  CHECK(deadlines.passed(sim::Time{15s}) == std::vector<memory::Text>{"a"});
}

TEST_CASE("a pod without a deadline, or that has not started, has none") {
  Ticks ticks;
  ActiveDeadlines deadlines{ticks};
  deadlines.update(allowed("a", {}), sim::Time{5s});
  deadlines.update(allowed("b", 10), std::nullopt);
  CHECK_FALSE(deadlines.next());
}

TEST_CASE("the first of several deadlines is the next, until it goes with its pod") {
  Ticks ticks;
  ActiveDeadlines deadlines{ticks};
  deadlines.update(allowed("a", 20), sim::Time{});
  deadlines.update(allowed("b", 10), sim::Time{});
  CHECK(deadlines.next() == sim::Time{10s});
  CHECK(deadlines.passed(sim::Time{20s}) == std::vector<memory::Text>{"a", "b"});
  deadlines.remove("b");
  deadlines.remove("unknown");
  CHECK(deadlines.next() == sim::Time{20s});
}

TEST_CASE("a SYNC tick is scheduled for each deadline that is set or changed, once") {
  Ticks ticks;
  ActiveDeadlines deadlines{ticks};
  deadlines.update(allowed("a", 5), sim::Time{});
  ticks.scheduled.clear();
  deadlines.update(allowed("b", 10), sim::Time{});
  deadlines.update(allowed("b", 10), sim::Time{});
  deadlines.update(allowed("b", 7), sim::Time{});
  CHECK(ticks.scheduled == std::vector<sim::Time>{sim::Time{10s}, sim::Time{7s}});
  CHECK(deadlines.has_passed("b", sim::Time{7s}));
}

}  // namespace podreel::kubelet

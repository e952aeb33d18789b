#include "pleg/generic_pleg.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/invariant.hpp"
#include "tests/support/ideal_pleg.hpp"

namespace podreel::pleg {

using namespace std::chrono_literals;
using runtime::ContainerState;
using Strings = std::vector<std::string>;

namespace {

struct Relisting : testing::IdealPleg<GenericPleg, GenericPlegOptions> {
  /// Since the beginning; what was looked at before is forgotten.
  Strings looks() { return std::exchange(runtime.looks, {}); }
  [[nodiscard]] sim::Duration completed() const { return pleg->last_completed().value() - began; }
};

}  // namespace

TEST_CASE_FIXTURE(Relisting, "while nothing changes no relist is executed, but all count") {
  start();
  at(10s);
  CHECK(completed() == 9s);
  at(10500ms);
  CHECK(looks() == Strings{"list at 0", "status of u at 0"});
  CHECK(events() == Strings{"ContainerStarted u-0"});
  CHECK(completed() == 10s);
  CHECK_FALSE(pleg->health_problem());
}

TEST_CASE_FIXTURE(Relisting, "a PLEG that executes all relists lists once a second, and counts the same") {
  start({.skip_idle_relists = false});
  at(2500ms);
  CHECK(looks() == Strings{"list at 0", "status of u at 0", "list at 1000", "list at 2000"});
  CHECK(completed() == 2s);
}

TEST_CASE_FIXTURE(Relisting, "a change is seen by the next relist, also one of the same instant, and by no other") {
  start();
  at(2500ms);
  static_cast<void>(looks());
  static_cast<void>(events());
  runtime.set("u", ContainerState::exited);
  at(2900ms);
  CHECK(events().empty());
  at(3s);
  CHECK(events() == Strings{"ContainerDied u-0"});
  process.at(began + 7s, [this] { runtime.set("v", ContainerState::running); });
  at(10s);
  CHECK(looks() == Strings{"status of u at 3000", "status of v at 7000"});
  CHECK(events() == Strings{"ContainerStarted v-0"});
  CHECK(cache.get("u").status->containers.front().state == ContainerState::exited);
}

TEST_CASE_FIXTURE(Relisting,
                  "of a runtime that cannot tell what changed all is listed, and only what changed looked at") {
  runtime.knows_changes = false;
  runtime.set("v", ContainerState::running);
  start();
  at(2500ms);
  static_cast<void>(looks());
  runtime.set("v", ContainerState::exited);
  at(5s);
  CHECK(looks() == Strings{"list at 3000", "status of v at 3000"});
}

TEST_CASE_FIXTURE(Relisting, "a slow runtime delays relists, which count from their beginning once they are complete") {
  runtime.is_instant = false;
  runtime.list_takes = 300ms;
  start();
  at(200ms);
  CHECK_FALSE(pleg->last_completed());
  CHECK(pleg->health_problem() == "pleg has yet to be successful");
  at(1500ms);
  CHECK(completed() == 0s);
  at(1700ms);
  CHECK(completed() == 1300ms);
  at(3s);
  CHECK(looks() == Strings{"list at 0", "status of u at 300", "list at 1300", "list at 2600"});
}

TEST_CASE_FIXTURE(Relisting, "what changes during a relist is seen by the next") {
  runtime.status_takes = 300ms;
  start();
  at(200ms);
  runtime.set("v", ContainerState::running);
  at(3s);
  CHECK(looks() == Strings{"list at 0", "status of u at 0", "status of v at 1300"});
}

TEST_CASE_FIXTURE(Relisting, "a PLEG that cannot list tries again every second, and is unhealthy until it can") {
  runtime.lists_fail = true;
  start();
  at(1500ms);
  CHECK(looks() == Strings{"list at 0", "list at 1000"});
  CHECK(pleg->health_problem() == "pleg has yet to be successful");
  runtime.lists_fail = false;
  at(2500ms);
  CHECK_FALSE(pleg->health_problem());
  CHECK(completed() == 2s);
  CHECK(events() == Strings{"ContainerStarted u-0"});
}

TEST_CASE_FIXTURE(Relisting, "a relist counts as active from its list on, however long it looks at pods") {
  runtime.status_takes = 10min;
  start();
  at(500ms);
  CHECK_FALSE(pleg->health_problem());
  CHECK_FALSE(pleg->last_completed());
  at(3min);
  CHECK_FALSE(pleg->health_problem());
  at(3min + 1ns);
  CHECK(pleg->health_problem() == "pleg was last seen active 3m0.000000001s ago; threshold is 3m0s");
  at(10min + 500ms);
  CHECK(pleg->health_problem());
  at(10min + 1500ms);
  CHECK_FALSE(pleg->health_problem());
}

TEST_CASE_FIXTURE(Relisting, "a relist that hangs is missed three minutes after the last one that did not") {
  start();
  at(9500ms);
  runtime.is_instant = false;
  runtime.list_takes = 10min;
  runtime.report();
  at(10500ms);
  CHECK(completed() == 9s);
  runtime.list_takes = {};
  at(9s + 3min);
  CHECK_FALSE(pleg->health_problem());
  at(9s + 3min + 1ns);
  CHECK(pleg->health_problem() == "pleg was last seen active 3m0.000000001s ago; threshold is 3m0s");
  at(10s + 10min);
  CHECK(pleg->health_problem());
  at(12500ms + 10min);
  CHECK_FALSE(pleg->health_problem());
  CHECK(completed() == 12s + 10min);
}

TEST_CASE_FIXTURE(Relisting, "a pod whose status cannot be had is looked at again, and its events are told then") {
  start();
  at(2500ms);
  static_cast<void>(looks());
  static_cast<void>(events());
  runtime.statuses_fail = true;
  runtime.set("u", ContainerState::exited);
  at(3500ms);
  CHECK(events().empty());
  REQUIRE(cache.get("u").error);
  CHECK(cache.get("u").error->message == "broken");
  CHECK(cache.get("u").status->containers.front().state == ContainerState::running);
  CHECK(cache.is_newer("u", began + 2500ms));
  runtime.statuses_fail = false;
  at(6s);
  CHECK(events() == Strings{"ContainerDied u-0"});
  CHECK_FALSE(cache.get("u").error);
  CHECK(looks() == Strings{"status of u at 3000", "list at 4000", "status of u at 4000"});
}

TEST_CASE_FIXTURE(Relisting,
                  "who watches a pod is told once, at the next look that succeeds, although nothing changed") {
  start();
  at(2500ms);
  static_cast<void>(looks());
  static_cast<void>(events());
  runtime.set("v", ContainerState::running);
  runtime.statuses_fail = true;
  pleg->reinspect("u");
  at(3500ms);
  CHECK(events().empty());
  runtime.statuses_fail = false;
  at(4500ms);
  CHECK(events() == Strings{"ConditionMet ", "ContainerStarted v-0"});
  at(8s);
  CHECK(events().empty());
  CHECK(looks() == Strings{"list at 3000", "status of u at 3000", "status of v at 3000", "list at 4000",
                           "status of u at 4000", "status of v at 4000"});
}

TEST_CASE_FIXTURE(Relisting, "a pod that is gone leaves the cache, and its containers are told of") {
  runtime.set("v", ContainerState::exited);
  start();
  at(2500ms);
  static_cast<void>(events());
  runtime.remove("u");
  runtime.remove("v");
  at(3500ms);
  CHECK(events() == Strings{"ContainerDied u-0", "ContainerRemoved u-0", "ContainerRemoved v-0"});
  CHECK(cache.get("u").status->containers.empty());
}

TEST_CASE_FIXTURE(Relisting, "a pod keeps the IPs that it had when its sandbox is not ready any more") {
  runtime.ips = {"10.0.0.7"};
  start();
  at(500ms);
  runtime.ips = {};
  runtime.set("u", ContainerState::exited);
  at(1500ms);
  CHECK(cache.get("u").status->ips.empty());
  runtime.ips = {"10.0.0.8"};
  runtime.set("u", ContainerState::running);
  at(2500ms);
  runtime.ips = {};
  runtime.sandboxes = runtime::SandboxState::not_ready;
  runtime.set("u", ContainerState::exited);
  at(3500ms);
  CHECK(cache.get("u").status->ips == api::IpList{"10.0.0.8"});
}

TEST_CASE_FIXTURE(Relisting, "on demand one pod is looked at between two relists of all, which go on as they did") {
  start();
  at(2500ms);
  static_cast<void>(looks());
  static_cast<void>(events());
  runtime.set("u", ContainerState::exited);
  runtime.set("v", ContainerState::running);
  pleg->request_relist("u");
  at(2600ms);
  CHECK(events() == Strings{"ContainerDied u-0"});
  CHECK(completed() == 2s);
  at(3500ms);
  CHECK(events() == Strings{"ContainerStarted v-0"});
  CHECK(looks() == Strings{"look at u at 2500", "status of u at 2500", "status of v at 3000"});
}

TEST_CASE_FIXTURE(Relisting, "a pod that was looked at on demand is known as of then, whether it changed or not") {
  start();
  at(2500ms);
  CHECK_FALSE(cache.is_newer("u", began + 2200ms));
  runtime.looks_fail = true;
  pleg->request_relist("u");
  at(2600ms);
  CHECK_FALSE(cache.is_newer("u", began + 2200ms));
  runtime.looks_fail = false;
  pleg->request_relist("u");
  at(2700ms);
  CHECK(cache.is_newer("u", began + 2200ms));
  CHECK(looks() == Strings{"list at 0", "status of u at 0", "look at u at 2500", "look at u at 2600"});
}

TEST_CASE_FIXTURE(Relisting, "a look on demand is the next look for who watches the pod, and for what failed before") {
  start();
  at(2100ms);
  static_cast<void>(events());
  pleg->reinspect("u");
  pleg->request_relist("u");
  at(2200ms);
  CHECK(events() == Strings{"ConditionMet "});
  runtime.statuses_fail = true;
  runtime.set("u", ContainerState::exited);
  pleg->request_relist("u");
  at(2300ms);
  static_cast<void>(looks());
  runtime.statuses_fail = false;
  pleg->request_relist("u");
  at(2400ms);
  CHECK(events() == Strings{"ContainerDied u-0"});
  at(5s);
  CHECK(events().empty());
  CHECK(looks() == Strings{"look at u at 2300", "status of u at 2300"});
}

TEST_CASE_FIXTURE(Relisting, "a relist that is due while one pod is looked at comes as soon as that is done") {
  start();
  at(2800ms);
  static_cast<void>(looks());
  runtime.look_takes = 500ms;
  pleg->request_relist("u");
  runtime.set("v", ContainerState::running);
  at(3200ms);
  CHECK(completed() == 2s);
  at(6s);
  CHECK(looks() == Strings{"look at u at 2800", "status of v at 3300"});
  CHECK(completed() == 5300ms + 1ns);
}

TEST_CASE_FIXTURE(Relisting, "requests of a relist that is under way wait for its end") {
  runtime.is_instant = false;
  runtime.list_takes = 300ms;
  start();
  at(1400ms);
  static_cast<void>(looks());
  pleg->request_relist("u");
  at(2s);
  CHECK(looks() == Strings{"look at u at 1600"});
}

TEST_CASE("a request is met by a relist of all pods that begins before the pod is looked at") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Relisting node;
    timing::Timing measured{sim::Choices{seed}};
    GenericPleg pleg{
        node.process, node.runtime, node.runtime, node.cache, measured, node.recorder, {.skip_idle_relists = false}};
    pleg.start();
    node.at(5s);
    const sim::Time next = pleg.last_completed().value() + 1s;
    node.scheduler.run_until(next);
    static_cast<void>(node.looks());
    pleg.request_relist("u");
    node.scheduler.run_until(next + 500ms);
    const Strings looks = node.looks();
    REQUIRE(looks.size() <= 2);
    if (looks.size() == 2) CHECK(looks.front().starts_with("look at u"));
    node.scheduler.clear();
  }
}

TEST_CASE_FIXTURE(Relisting, "a kubelet that has been up for long has relisted, and goes on at once") {
  start({.starts_after = std::nullopt});
  CHECK_FALSE(pleg->health_problem());
  CHECK(completed() == -1s);
  at(500ms);
  CHECK(completed() == 0s);
  CHECK(looks() == Strings{"list at 0", "status of u at 0"});
}

TEST_CASE("what a relist takes stays the same until one sees a change") {
  Relisting node;
  timing::Timing measured{sim::Choices{1}};
  GenericPleg pleg{
      node.process, node.runtime, node.runtime, node.cache, measured, node.recorder, {.skip_idle_relists = false}};
  pleg.start();
  node.at(5500ms);
  const auto distance = [&] {
    const sim::Time before = pleg.last_completed().value();
    node.scheduler.run_until(before + 1100ms);
    return pleg.last_completed().value() - before;
  };
  const sim::Duration first = distance();
  CHECK(first > 1s);
  CHECK(first < 1019ms);
  CHECK(distance() == first);
  node.runtime.set("u", ContainerState::exited);
  static_cast<void>(distance());
  CHECK(distance() != first);
  node.scheduler.clear();
}

TEST_CASE("the first relist of a kubelet that has been up for long follows the one before as any other") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Relisting node;
    timing::Timing measured{sim::Choices{seed}};
    GenericPleg pleg{node.process,
                     node.runtime,
                     node.runtime,
                     node.cache,
                     measured,
                     node.recorder,
                     {.starts_after = std::nullopt, .skip_idle_relists = false}};
    const sim::Time before = pleg.last_completed().value();
    CHECK(before <= Relisting::began);
    CHECK(before > Relisting::began - 1020ms);
    pleg.start();
    node.at(1100ms);
    const sim::Duration distance = pleg.last_completed().value() - before;
    CHECK(distance > 1s);
    CHECK(distance < 1020ms);
    node.scheduler.clear();
  }
}

TEST_CASE_FIXTURE(Relisting,
                  "a change that the runtime does not report is missed, and found where all relists are executed") {
  SUBCASE("skipped") {
    start();
    at(2500ms);
    static_cast<void>(events());
    runtime.set("u", ContainerState::exited, false);
    at(10s);
    CHECK(events().empty());
  }
  SUBCASE("executed") {
    start({.skip_idle_relists = false});
    at(2500ms);
    runtime.set("u", ContainerState::exited, false);
    CHECK_THROWS_WITH_AS(
        at(10s),
        "idle work \"relists\" did something although none of its declared inputs has changed: an "
        "input is not declared among its inputs observable changes of the runtime (engine/sim/IDLE.md)",
        InvariantViolation);
  }
  SUBCASE("executed, and reported") {
    start({.skip_idle_relists = false});
    at(2500ms);
    static_cast<void>(events());
    runtime.set("u", ContainerState::exited);
    at(10s);
    CHECK(events() == Strings{"ContainerDied u-0"});
  }
}

}  // namespace podreel::pleg

#include "runtime_fake/faults.hpp"

#include <doctest/doctest.h>

#include "engine/sim/scheduler.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;

namespace {

struct Fixture {
  explicit Fixture(std::vector<CallFault> faults) : script{std::move(faults)} {}

  bool fails(std::string_view call, std::string_view pod = "default/web", std::string_view container = "app") {
    return faults.judge(call, pod, pod, container).error.has_value();
  }

  sim::Scheduler scheduler{sim::Time{100s}};
  sim::Process process{scheduler};
  std::vector<CallFault> script;
  timing::Timing timing{sim::Choices{1}};
  Faults faults{process, timing, script};
};

}  // namespace

TEST_CASE("faults turn when they begin and when they end, but for those that hold from the beginning on") {
  Fixture fixture{{{.call = "a"}, {.call = "b", .from = 10s, .until = 20s}, {.call = "c", .until = 5s}}};
  CHECK(fixture.faults.turns() == std::vector<sim::Time>{sim::Time{110s}, sim::Time{120s}, sim::Time{105s}});
}

TEST_CASE("a fault is about its call, pod and container") {
  Fixture fixture{{{.call = "a", .pod = "web", .container = "app", .fail_first = CallFault::all},
                   {.call = "*", .pod = "db", .fail_first = CallFault::all}}};
  CHECK(fixture.fails("a"));
  CHECK_FALSE(fixture.fails("b"));
  CHECK_FALSE(fixture.fails("a", "default/web2"));
  CHECK_FALSE(fixture.fails("a", "default/web", "app2"));
  CHECK(fixture.fails("b", "default/db", "any"));
  CHECK(fixture.faults.may_touch("b"));
}

TEST_CASE("the first fault that fits holds, also where it only takes time") {
  Fixture fixture{{{.call = "a", .takes = 3s}, {.call = "*", .fail_first = 1}}};
  const Verdict verdict = fixture.faults.judge("a", "", "", "");
  CHECK(verdict.takes == 3s);
  CHECK_FALSE(verdict.error);
  CHECK(fixture.fails("b"));
  CHECK_FALSE(fixture.fails("b"));
  CHECK_FALSE(Fixture{{}}.faults.may_touch("a"));
}

TEST_CASE("pods of one name, containers and faults count their failures apart") {
  Fixture fixture{{{.call = "a", .fail_first = 1}, {.call = "b", .fail_first = 1, .error = "rpc error: gone"}}};
  const auto fails = [&](std::string_view call, std::string_view key, std::string_view container) {
    return fixture.faults.judge(call, "default/web", key, container).error.has_value();
  };
  CHECK(fails("a", "1", "app"));
  CHECK_FALSE(fails("a", "1", "app"));
  CHECK(fails("a", "2", "app"));
  CHECK(fails("a", "1", "proxy"));
  CHECK(fixture.faults.judge("b", "", "1", "app").error == "rpc error: gone");
}

TEST_CASE("what ends at an instant does not hold at it, and what begins then does") {
  Fixture fixture{{{.call = "a", .fail_first = CallFault::all, .from = 10s, .until = 20s}}};
  CHECK_FALSE(fixture.faults.may_touch("a"));
  CHECK_FALSE(fixture.fails("a"));
  fixture.scheduler.run_until(sim::Time{110s});
  CHECK(fixture.faults.may_touch("a"));
  CHECK_FALSE(fixture.faults.may_touch("b"));
  CHECK(fixture.fails("a"));
  fixture.scheduler.run_until(sim::Time{120s});
  CHECK_FALSE(fixture.faults.may_touch("a"));
  CHECK_FALSE(fixture.fails("a"));
}

}  // namespace podreel::runtime_fake

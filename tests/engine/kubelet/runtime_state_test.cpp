#include "engine/kubelet/runtime_state.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/listed_runtime.hpp"
#include "tests/support/test_pleg.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using Strings = std::vector<std::string>;

namespace {

constexpr sim::Time first_instant{1000s};

/// A kubelet asks 2 s, 7 s … after the beginning.
struct Asked : TickScheduler {
  sim::Scheduler scheduler{first_instant};
  sim::Process process{scheduler};
  testing::ListedRuntime runtime{process};
  release::Behaviour behaviour = release::behaviour_of(release::v(30));
  testing::TestPleg pleg;
  RuntimeState state{process, runtime, runtime, behaviour, pleg, *this, Ticker{first_instant + 2s, 5s}};
  int problems = 0;

  void schedule_sync_tick(sim::Time /*time*/) override { ++problems; }
  void schedule_housekeeping() override {}
  ~Asked() { scheduler.clear(); }
  void at(sim::Duration when) { scheduler.run_until(first_instant + when); }
  void break_down() {
    runtime.is_instant = false;
    runtime.says_nothing = true;
    state.suspect();
  }
};

}  // namespace

TEST_CASE_FIXTURE(Asked, "a runtime that is not suspected is not asked, and all is well") {
  at(1min);
  CHECK(runtime.looks.empty());
  CHECK_FALSE(state.problem());
  CHECK_FALSE(state.network_problem());
}

TEST_CASE_FIXTURE(Asked, "until 1.14 problems stand in brackets, one alone as well, with blanks between them") {
  behaviour = release::behaviour_of(release::v(13));
  pleg.problem = "pleg was last seen active 5m ago";
  CHECK(state.problem() == "[PLEG is not healthy: pleg was last seen active 5m ago]");
  break_down();
  at(1min);
  CHECK(state.problem() == "[container runtime is down PLEG is not healthy: pleg was last seen active 5m ago]");
}

TEST_CASE_FIXTURE(Asked, "a runtime is down when its last answer is more than 30 s old") {
  at(14s);
  break_down();
  // The last answer was that of 12 s.
  at(42s);
  CHECK_FALSE(state.problem());
  at(42s + 1ns);
  CHECK(state.problem() == "container runtime is down");
  CHECK(runtime.looks.front() == "status of the runtime at 17000");
  CHECK(runtime.looks.size() == 6);
}

TEST_CASE_FIXTURE(Asked, "a suspected runtime is asked by one until it answers without delay again") {
  at(14s);
  break_down();
  at(15s);
  state.suspect();
  at(23s);
  runtime.says_nothing = false;
  at(28s);
  runtime.is_instant = true;
  at(58s);
  CHECK_FALSE(state.problem());
  CHECK(runtime.looks == Strings{"status of the runtime at 17000", "status of the runtime at 22000",
                                 "status of the runtime at 27000", "status of the runtime at 32000"});
  at(100s);
  CHECK_FALSE(state.problem());
}

TEST_CASE_FIXTURE(Asked, "a runtime that answers slowly goes on to be asked, and every answer counts") {
  at(14s);
  runtime.is_instant = false;
  state.suspect();
  at(58s);
  CHECK_FALSE(state.problem());
  CHECK(runtime.looks.size() == 9);
}

TEST_CASE_FIXTURE(Asked, "a runtime that says that it is not ready is a problem until it says otherwise") {
  runtime.is_instant = false;
  runtime.says = {.runtime_is_ready = false, .message = "containerd is shutting down"};
  state.suspect();
  at(3s);
  CHECK(state.problem() ==
        "container runtime not ready: RuntimeReady=false reason:RuntimeNotReady message:containerd is shutting down");
  CHECK_FALSE(state.network_problem());
  CHECK(problems == 1);
  runtime.says.message = "still";
  at(8s);
  CHECK(state.problem()->ends_with("still"));
  CHECK(problems == 1);
  runtime.says.runtime_is_ready = true;
  at(13s);
  CHECK_FALSE(state.problem());
  runtime.says.runtime_is_ready = false;
  at(18s);
  CHECK(problems == 2);
}

TEST_CASE_FIXTURE(Asked, "a runtime that has not been ready for 30 s is down, too, and both are told") {
  runtime.is_instant = false;
  runtime.says = {.runtime_is_ready = false, .message = "no"};
  pleg.problem = "it sleeps";
  CHECK(state.problem() == "PLEG is not healthy: it sleeps");
  at(1s);
  state.suspect();
  at(1min);
  CHECK(state.problem() ==
        "[container runtime is down, PLEG is not healthy: it sleeps, container runtime not ready: RuntimeReady=false "
        "reason:RuntimeNotReady message:no]");
}

TEST_CASE_FIXTURE(Asked, "a network that is not ready is no problem of the loop, and ends when the runtime says so") {
  runtime.is_instant = false;
  runtime.says = {.network_is_ready = false, .message = "cni config uninitialized"};
  state.suspect();
  at(3s);
  CHECK_FALSE(state.problem());
  CHECK(state.network_problem() ==
        "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:cni config "
        "uninitialized");
  runtime.says.network_is_ready = true;
  at(8s);
  CHECK_FALSE(state.network_problem());
}

}  // namespace podreel::kubelet

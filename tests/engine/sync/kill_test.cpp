#include "engine/sync/kill.hpp"

#include <doctest/doctest.h>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

using namespace std::chrono_literals;

using Lines = std::vector<std::string>;

namespace {

api::Handler command(std::string name) {
  return api::ExecAction{{std::move(name)}};
}

}  // namespace

TEST_CASE("a pod's containers get its grace period, then the sandbox is stopped") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.running("app");
  CHECK_FALSE(stage.kill().failed());
  CHECK(stage.actions() == Lines{"StopContainer app 30", "StopPodSandbox sb"});
  CHECK(stage.events() == Lines{"Killing spec.containers{app}: Stopping container app"});
}

TEST_CASE("the deletion's grace period comes before the pod's, and 2 s remain at least") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.running("app");
  stage.pod.metadata.deletion_grace_period_seconds = 5;
  static_cast<void>(stage.kill());
  CHECK(stage.actions().front() == "StopContainer app 5");
  stage.pod.metadata.deletion_grace_period_seconds = 0;
  static_cast<void>(stage.kill());
  CHECK(stage.actions().front() == "StopContainer app 2");
}

TEST_CASE("an orphan gets 1 s up to 1.27, and 2 s since") {
  for (const auto& [label, seconds] : {std::pair{"1.27.7", "1"}, std::pair{"1.28.0", "2"}}) {
    SyncStage stage{label};
    stage.app();
    stage.running("app");
    static_cast<void>(stage.kill(1));
    CHECK(stage.actions().front() == std::string{"StopContainer app "} + seconds);
  }
}

TEST_CASE("the time of a PreStop hook is taken off the grace period, in a termination since 1.28") {
  for (const auto& [label, seconds] : {std::pair{"1.27.7", "30"}, std::pair{"1.28.0", "26"}}) {
    SyncStage stage{label};
    stage.app().lifecycle.pre_stop = command("drain");
    stage.running("app");
    stage.delay("ExecSync", 4s);
    static_cast<void>(stage.kill(30));
    CHECK(stage.calls() ==
          Lines{"0s ExecSync app", std::string{"4s StopContainer app "} + seconds, "4s StopPodSandbox sb"});
  }
}

TEST_CASE("a hook that outlasts the grace period is left to itself, and its failure is told when it ends") {
  SyncStage stage{"1.28.0"};
  stage.app().lifecycle.pre_stop = command("drain");
  stage.running("app");
  stage.delay("ExecSync", 20s);
  stage.fail("ExecSync", "exit 1");
  static_cast<void>(stage.kill(10));
  CHECK(stage.calls() == Lines{"0s ExecSync app", "10s StopContainer app 2", "10s StopPodSandbox sb"});
  CHECK(stage.events().back() == "FailedPreStopHook spec.containers{app}: PreStopHook failed");
}

TEST_CASE("without time there is no PreStop hook") {
  SyncStage stage{"1.30.7"};
  stage.app().lifecycle.pre_stop = command("drain");
  stage.running("app");
  static_cast<void>(stage.kill(0));
  CHECK(stage.actions() == Lines{"StopContainer app 2", "StopPodSandbox sb"});
}

TEST_CASE("a probe's own grace period counts for its kills from 1.22 on") {
  for (const auto& [label, seconds] : {std::pair{"1.20.8", "30"}, std::pair{"1.22.6", "5"}}) {
    SyncStage stage{label};
    api::Probe probe;
    probe.termination_grace_period_seconds = 5;
    stage.app().liveness_probe = probe;
    stage.liveness.emplace(stage.running("app").id, decide::ProbeResult::failure);
    static_cast<void>(stage.sync());
    CHECK(stage.actions().front() == std::string{"StopContainer app "} + seconds);
  }
}

TEST_CASE("of two probes with grace periods of their own, that of the one counts that has failed") {
  for (const bool startup_failed : {true, false}) {
    SyncStage stage{"1.30.7"};
    api::Container& app = stage.app();
    app.startup_probe.emplace().termination_grace_period_seconds = 5;
    app.liveness_probe.emplace().termination_grace_period_seconds = 9;
    decide::ProbeResults& failed = startup_failed ? stage.startup : stage.liveness;
    failed.emplace(stage.running("app").id, decide::ProbeResult::failure);
    static_cast<void>(stage.sync());
    CHECK(stage.actions().front() == std::string{"StopContainer app "} + (startup_failed ? "5" : "9"));
  }
}

TEST_CASE("up to 1.28 sidecars are stopped together with the others") {
  SyncStage stage{"1.28.0+SidecarContainers"};
  stage.sidecar();
  stage.app();
  stage.running("proxy");
  stage.running("app");
  stage.delay("StopContainer", 3s);
  static_cast<void>(stage.kill());
  Lines calls = stage.calls();
  std::ranges::sort(calls);
  CHECK(calls == Lines{"0s StopContainer app 30", "0s StopContainer proxy 30", "3s StopPodSandbox sb"});
}

TEST_CASE("since 1.29 sidecars are stopped after the others, the last one first, in what is left of the grace period") {
  SyncStage stage{"1.32.10"};
  stage.sidecar("one");
  stage.sidecar("two");
  stage.app();
  for (const char* name : {"one", "two", "app"}) stage.running(name);
  stage.delay("StopContainer", 3s);
  static_cast<void>(stage.kill());
  CHECK(stage.calls() ==
        Lines{"0s StopContainer app 30", "3s StopContainer two 27", "6s StopContainer one 24", "9s StopPodSandbox sb"});
}

TEST_CASE("two instances of a sidecar that run at once wait for the same") {
  SyncStage stage{"1.32.10"};
  stage.sidecar();
  stage.app();
  for (const char* name : {"proxy", "proxy", "app"}) stage.running(name);
  stage.delay("StopContainer", 3s);
  static_cast<void>(stage.kill());
  CHECK(stage.calls() == Lines{"0s StopContainer app 30", "3s StopContainer proxy 27", "3s StopContainer proxy 27",
                               "6s StopPodSandbox sb"});
}

TEST_CASE("sidecars do not wait longer than the grace period") {
  SyncStage stage{"1.32.10"};
  stage.sidecar();
  stage.app();
  stage.running("proxy");
  stage.running("app");
  stage.delay("StopContainer", 40s, "app");
  static_cast<void>(stage.kill());
  CHECK(stage.calls() == Lines{"0s StopContainer app 30", "30s StopContainer proxy 2", "40s StopPodSandbox sb"});
}

TEST_CASE("a later sidecar that does not run holds up an earlier one in 1.29 only") {
  for (const auto& [label, call] :
       {std::pair{"1.29.6", "30s StopContainer one 2"}, std::pair{"1.30.7", "0s StopContainer one 30"}}) {
    SyncStage stage{label};
    stage.sidecar("one");
    stage.sidecar("two");
    stage.running("one");
    static_cast<void>(stage.kill());
    CHECK(stage.calls().front() == call);
  }
}

TEST_CASE("a pod that only the runtime knows gets what was stored with its containers, and no event tells of it") {
  SyncStage stage{"1.19.0"};
  stage.app().lifecycle.pre_stop = command("drain");
  stage.running("app");
  stage.fail("ExecSync", "no");
  CHECK_FALSE(stage.kill_unknown(20).failed());
  CHECK(stage.actions() == Lines{"ExecSync app", "StopContainer app 20", "StopPodSandbox sb"});
  CHECK(stage.events().empty());
}

TEST_CASE("what the spec does not have cannot be killed, but the sandbox is stopped") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.running("ghost");
  const sync::PodSyncResult result = stage.kill();
  CHECK(result.results.front().failure->error == "KillContainerError");
  CHECK(stage.actions() == Lines{"StopPodSandbox sb"});
}

TEST_CASE("up to 1.13 the event comes after the stop, and names the container's id by its name") {
  SyncStage stage{"1.13.12"};
  stage.app();
  stage.running("app");
  static_cast<void>(stage.kill());
  CHECK(stage.events() == Lines{"Killing spec.containers{app}: Killing container with id containerd://app:Need to kill "
                                "Pod"});
}

TEST_CASE("a probe's own grace period counts for its kills since 1.22, and in 1.21 with the gate") {
  for (const auto& each : {std::pair{"1.21.14", "StopContainer app 30"},
                           {"1.21.14+ProbeTerminationGracePeriod", "StopContainer app 9"},
                           {"1.22.17", "StopContainer app 9"}}) {
    CAPTURE(std::string{each.first});
    SyncStage stage{each.first};
    stage.app().liveness_probe.emplace().termination_grace_period_seconds = 9;
    stage.liveness.emplace(stage.running("app").id, decide::ProbeResult::failure);
    static_cast<void>(stage.sync());
    CHECK(stage.actions().front() == each.second);
  }
}

TEST_CASE("a pod that only the runtime knows gets the grace of the deletion during which its containers were created") {
  SyncStage stage{"1.19.0"};
  stage.app();
  stage.running("app");
  stage.pod.metadata.deletion_grace_period_seconds = 7;
  CHECK_FALSE(stage.kill_unknown(20).failed());
  CHECK(stage.actions() == Lines{"StopContainer app 7", "StopPodSandbox sb"});
}

}  // namespace podreel::testing

#include "engine/sync/sync_pod.hpp"

#include <doctest/doctest.h>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

using namespace std::chrono_literals;

using Lines = std::vector<std::string>;

TEST_CASE("a new pod gets a sandbox and all its containers, in the order of the spec") {
  SyncStage stage{"1.30.7"};
  stage.app("one");
  stage.app("two");
  stage.status.sandboxes.clear();
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.actions() == Lines{"RunPodSandbox 0", "CreateContainer one 0", "StartContainer one",
                                 "CreateContainer two 0", "StartContainer two"});
}

TEST_CASE("init containers come one per sync") {
  SyncStage stage{"1.30.7"};
  stage.init("first");
  stage.init("second");
  stage.app();
  static_cast<void>(stage.sync());
  CHECK(stage.actions() == Lines{"CreateContainer first 0", "StartContainer first"});
}

TEST_CASE("a crashed container restarts at once, then backs off from its last end") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.exited("app").finished_at = stage.process.now();
  CHECK_FALSE(stage.sync().failed());
  stage.exited("app").finished_at = stage.process.now();
  CHECK(stage.sync().results.back().failure ==
        sync::SyncFailure{"CrashLoopBackOff", "back-off 10s restarting failed container=app pod=web_default(uid)",
                          stage.process.now() + 10s});
  stage.pass(10s);
  CHECK_FALSE(stage.sync().failed());
}

TEST_CASE("a sync that does nothing but to find containers in back-off says so") {
  SyncStage stage{"1.30.7"};
  stage.app("one");
  stage.app("two");
  stage.exited("one").finished_at = stage.process.now();
  stage.running("two");
  static_cast<void>(stage.sync());
  CHECK(stage.in_back_off.empty());
  stage.exited("one").finished_at = stage.process.now();
  static_cast<void>(stage.sync());
  CHECK(stage.in_back_off == Lines{"one"});
  stage.exited("two").finished_at = stage.process.now();
  static_cast<void>(stage.sync());
  CHECK(stage.in_back_off.empty());
  stage.pass(1s);
  stage.exited("two").finished_at = stage.process.now();
  static_cast<void>(stage.sync());
  CHECK(stage.in_back_off == Lines{"one", "two"});
  stage.liveness[stage.running("one").id] = decide::ProbeResult::failure;
  static_cast<void>(stage.sync());
  CHECK(stage.in_back_off.empty());
}

TEST_CASE("another image has no back-off yet; other resources have none from 1.34 on") {
  for (const auto& [label, backs_off] : {std::pair{"1.32.10", true}, std::pair{"1.34.9", false}}) {
    SyncStage stage{label, {"app:1", "app:22"}};
    stage.app();
    for (int crash = 0; crash < 2; ++crash) {
      stage.exited("app").finished_at = stage.process.now();
      static_cast<void>(stage.sync());
    }
    stage.spec.containers.front().requests.emplace("cpu", "1");
    CHECK(stage.sync().failed() == backs_off);
    stage.spec.containers.front().image = "app:22";
    CHECK_FALSE(stage.sync().failed());
  }
}

TEST_CASE("one container that cannot be created does not stop the next") {
  SyncStage stage{"1.30.7"};
  stage.app("one");
  stage.app("two");
  stage.fail("CreateContainer", "no space", "one");
  const sync::PodSyncResult result = stage.sync();
  CHECK(result.results[1].failure == sync::SyncFailure{"CreateContainerError", "no space"});
  CHECK(stage.actions().back() == "StartContainer two");
}

TEST_CASE("a configuration that cannot be made is told before anything is created") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.problem_of_config = "configmap \"settings\" not found";
  CHECK(stage.sync().results.back().failure ==
        sync::SyncFailure{"CreateContainerConfigError", "configmap \"settings\" not found"});
  CHECK(stage.actions().empty());
}

TEST_CASE("an init container that cannot be started stops the sync; a sidecar does not") {
  SyncStage stage{"1.30.7"};
  stage.sidecar();
  stage.init();
  stage.app();
  stage.fail("CreateContainer", "no", "proxy");
  const sync::PodSyncResult result = stage.sync();
  CHECK(result.failed());
  CHECK(stage.actions() == Lines{"CreateContainer proxy 0"});
}

TEST_CASE("a dead sandbox is replaced: kills, stop, purge of init containers, new sandbox") {
  SyncStage stage{"1.30.7"};
  stage.init();
  stage.app();
  stage.exited("init");
  stage.running("app");
  stage.status.sandboxes.front().state = runtime::SandboxState::not_ready;
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.actions() == Lines{"StopContainer app 30", "StopPodSandbox sb", "RemoveContainer init", "RunPodSandbox 1",
                                 "CreateContainer init 1", "StartContainer init"});
  CHECK(stage.events().front() == "SandboxChanged: Pod sandbox changed, it will be killed and re-created.");
}

TEST_CASE("without its containers stopped a pod gets no new sandbox") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.running("app");
  stage.status.sandboxes.front().state = runtime::SandboxState::not_ready;
  stage.fail("StopContainer", "stuck");
  CHECK(stage.sync().failed());
  CHECK(stage.actions() == Lines{"StopContainer app 30", "StopPodSandbox sb"});
}

TEST_CASE("a sandbox that cannot be made is an error, but not of a terminating pod since 1.22") {
  for (const bool is_terminating : {false, true}) {
    SyncStage stage{"1.30.7"};
    stage.app();
    stage.status.sandboxes.clear();
    stage.is_terminating = is_terminating;
    stage.fail("RunPodSandbox", "no network");
    CHECK(stage.sync().failed() != is_terminating);
    CHECK(stage.events().empty() == is_terminating);
  }
}

TEST_CASE("a sandbox whose status cannot be had ends the sync with an error of its own") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.status.sandboxes.clear();
  stage.fail("PodSandboxStatus", "broken");
  CHECK(stage.sync().sync_error == "broken");
  CHECK(stage.events() == Lines{"FailedPodSandBoxStatus: Unable to get pod sandbox status: broken"});
  CHECK(stage.actions() == Lines{"RunPodSandbox 0"});
}

TEST_CASE("a failed PostStart hook kills the container") {
  SyncStage stage{"1.30.7"};
  stage.app().lifecycle.post_start = api::ExecAction{{"hook"}};
  stage.fail("ExecSync", "exit 3");
  CHECK(stage.sync().results.back().failure->error == "PostStartHookError");
  CHECK(stage.actions().back() == "StopContainer app 30");
  CHECK(stage.events().back() == "Killing spec.containers{app}: FailedPostStartHook");
}

TEST_CASE("hooks sleep from 1.30 on, answer HTTP, and cannot speak TCP") {
  SyncStage stage{"1.30.7"};
  api::Container& app = stage.app();
  app.lifecycle.post_start = api::SleepAction{7};
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.process.now() == sim::from_unix_seconds(1007));
  stage.spec.containers.front().lifecycle.post_start = api::HttpGetAction{"", "80", "/", "HTTP"};
  CHECK_FALSE(stage.sync().failed());
  stage.spec.containers.front().lifecycle.post_start = api::HttpGetAction{"", "web", "/", "HTTP"};
  CHECK(stage.sync().failed());
  stage.spec.containers.front().lifecycle.post_start = api::TcpSocketAction{"", "80"};
  CHECK(stage.sync().results.back().failure->message == "Cannot run handler: invalid handler");
}

TEST_CASE("1.7 starts and kills in the way of its own decision") {
  SyncStage stage{"1.7.3"};
  stage.app();
  stage.status.sandboxes.clear();
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.actions() == Lines{"RunPodSandbox 0", "CreateContainer app 0", "StartContainer app"});
  CHECK(stage.events().back() == "Started spec.containers{app}: Started container");
}

TEST_CASE("1.36 has no result for the sandbox's configuration, and events do not name the container") {
  SyncStage stage{"1.36.3"};
  stage.app();
  CHECK(stage.sync().results.size() == 1);
  CHECK(stage.events() == Lines{"Pulled spec.containers{app}: Container image \"app:1\" already present on machine and "
                                "can be accessed by the pod",
                                "Created spec.containers{app}: Container created",
                                "Started spec.containers{app}: Container started"});
}

namespace {

/// 1.36, and a pod that restarts all its containers when "app" exits with 42, which it has.
struct RestartingAll {
  RestartingAll() {
    stage.init();
    stage.app();
    stage.app("second");
    stage.spec.containers.front().restart_policy = api::RestartPolicy::never;
    stage.spec.containers.front().restart_policy_rules = {{"RestartAllContainers", "In", {42}}};
    stage.exited("init");
    stage.exited("app").exit_code = 42;
    stage.running("second");
  }
  SyncStage stage{"1.36.0"};
};

using sync::SyncAction;
using sync::SyncFailure;

}  // namespace

TEST_CASE("restarting all kills and removes what there is, the cause last, and starts nothing in the same sync") {
  RestartingAll pod;
  const sync::PodSyncResult result = pod.stage.sync();
  CHECK_FALSE(result.failed());
  CHECK(pod.stage.actions() ==
        Lines{"StopContainer second 2", "RemoveContainer second", "RemoveContainer init", "RemoveContainer app"});
  REQUIRE(result.results.size() > 1);
  CHECK(result.results.front() == sync::SyncResult{SyncAction::kill_container, "second", {}});
  CHECK(to_string(result.results[1].action) == "RemoveContainer");
}

TEST_CASE("restarting all ends where a container cannot be killed or removed") {
  RestartingAll unkillable;
  unkillable.stage.fail("StopContainer", "stuck", "second");
  CHECK(unkillable.stage.sync().results.back().failure == SyncFailure{"KillContainerError", "stuck"});
  CHECK(unkillable.stage.actions() == Lines{"StopContainer second 2"});

  RestartingAll irremovable;
  irremovable.stage.fail("RemoveContainer", "busy", "init");
  CHECK(irremovable.stage.sync().results.back().failure == SyncFailure{"RemoveContainerError", "busy"});
  CHECK(irremovable.stage.actions().back() == "RemoveContainer init");
}

namespace {

/// A container that has half the CPU that it should have.
void want_more_cpu(SyncStage& stage, api::Container& container) {
  container.requests.emplace("cpu", "1");
  stage.running(container.name).resources = std::pair{api::ResourceList{{"cpu", "500m"}}, api::ResourceList{}};
}

}  // namespace

TEST_CASE("containers are resized in place after those that are killed and before those that start") {
  SyncStage stage{"1.33.1"};
  stage.sidecar();
  stage.app();
  stage.app("second");
  want_more_cpu(stage, stage.spec.init_containers.front());
  want_more_cpu(stage, stage.spec.containers.front());
  const sync::PodSyncResult result = stage.sync();
  CHECK(stage.actions() == Lines{"UpdateContainerResources proxy", "UpdateContainerResources app",
                                 "CreateContainer second 0", "StartContainer second"});
  CHECK_FALSE(result.failed());
  CHECK(std::ranges::count(result.results, SyncAction::resize_pod_in_place, &sync::SyncResult::action) == 1);
}

TEST_CASE(
    "a resize that fails stops the other resizes, not the starts; results have it since 1.33, and 1.32 fails the "
    "sync") {
  for (const auto& [label, reported] :
       {std::pair{"1.32.10+InPlacePodVerticalScaling", false}, std::pair{"1.33.1", true}}) {
    SyncStage stage{label};
    stage.app();
    stage.app("second");
    stage.app("third");
    want_more_cpu(stage, stage.spec.containers[0]);
    want_more_cpu(stage, stage.spec.containers[1]);
    stage.fail("UpdateContainerResources", "no cgroup");
    const sync::PodSyncResult result = stage.sync();
    CHECK(stage.actions() == Lines{"UpdateContainerResources app", "CreateContainer third 0", "StartContainer third"});
    CHECK(result.failed());
    if (reported) {
      const auto text = result.error_text(release::behaviour_of(*release::parse_release("1.33.1")));
      REQUIRE(text);
      CHECK_MESSAGE(text->find("failed to \"ResizePodInPlace\" for \"") == 0, *text);
      CHECK_MESSAGE(text->find(" with ResizePodInPlaceError: \"no cgroup\"") != std::string::npos, *text);
    }
  }
}

TEST_CASE("a sync is idle that finds everything running, and no other") {
  const auto is_idle = [](const auto& change) {
    SyncStage stage{"1.30.7"};
    stage.init();
    stage.app();
    stage.exited("init");
    stage.running("app");
    change(stage);
    static_cast<void>(stage.sync());
    return stage.was_idle;
  };
  CHECK(is_idle([](SyncStage&) {}));
  CHECK_FALSE(is_idle([](SyncStage& stage) { stage.app("starting"); }));
  CHECK_FALSE(is_idle([](SyncStage& stage) { stage.spec.ephemeral_containers.emplace_back().name = "debug"; }));
  CHECK_FALSE(is_idle([](SyncStage& stage) { stage.running("app").hash = 7; }));
  CHECK_FALSE(is_idle([](SyncStage& stage) { stage.exited("init"); }));
  CHECK_FALSE(is_idle([](SyncStage& stage) { stage.status.sandboxes.clear(); }));
}

}  // namespace podreel::testing

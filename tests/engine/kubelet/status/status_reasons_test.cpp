// How a kubelet explains what it reports of a pod.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using runtime::ContainerState;
using testing::ReportedPod;

namespace {

/// "app: is not probed", of the steps of this rule.
std::string found(ReportedPod& reported, std::string_view rule, std::string_view release = "1.30") {
  reported.reasons.clear();
  static_cast<void>(reported.build(release));
  std::string steps;
  for (const decide::Reason& reason : reported.reasons) {
    if (reason.rule == rule) steps += (steps.empty() ? "" : "; ") + reason.subject + ": " + reason.found;
  }
  return steps;
}

}  // namespace

TEST_CASE("a container is ready for what its probe said, or because it has none") {
  ReportedPod reported{testing::one_container};
  const std::string id{reported.observe("app", ContainerState::running).id};
  CHECK(found(reported, "ready-unprobed") == "app: is not probed");
  reported.probes.readiness_workers.insert("app");
  CHECK(found(reported, "ready-by-probe") == "app: no probe has succeeded yet");
  CHECK(found(reported, "ready-unprobed").empty());
  reported.probes.readiness_results[id] = decide::ProbeResult::success;
  CHECK(found(reported, "ready-by-probe") == "app: probe succeeded");
  reported.probes.readiness_results[id] = decide::ProbeResult::failure;
  CHECK(found(reported, "ready-by-probe", "1.18") == "app: probe failed");
}

TEST_CASE("a container whose startup probe goes on has not started") {
  ReportedPod reported{testing::one_container};
  reported.observe("app", ContainerState::running);
  reported.probes.startup_workers.insert("app");
  CHECK(found(reported, "ready-not-started") == "app: has not started");
  CHECK(found(reported, "ready-unprobed").empty());
  CHECK(found(reported, "ready-not-started", "1.15").empty());
}

TEST_CASE("what is reported of a container is told with what was observed of it, or that there is nothing") {
  ReportedPod reported{testing::one_container};
  CHECK(found(reported, "not-created") == "app: has no instance");
  reported.pod.status.container_statuses = {ReportedPod::reported("app", api::StateTerminated{})};
  CHECK(found(reported, "end-kept") == "app: has no instance");
  CHECK(found(reported, "not-created").empty());
  reported.observe("app", ContainerState::exited, 3);
  reported.observe("app", ContainerState::running);
  CHECK(found(reported, "as-observed") == "app: running");
  reported.start_failures["app"] = {"CrashLoopBackOff", "back-off 10s"};
  CHECK(found(reported, "start-failed").empty());
  reported.observed.containers.erase(reported.observed.containers.begin());
  CHECK(found(reported, "start-failed") == "app: CrashLoopBackOff");
}

TEST_CASE("that a container has gone is told, and what is made of it") {
  ReportedPod reported{testing::one_container};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", api::StateRunning{})};
  CHECK(found(reported, "lost-container") == "app: was running and has gone");
  CHECK(found(reported, "lost-container", "1.19").empty());
  reported.restart_of_all = RestartOfAll::under_way;
  CHECK(found(reported, "removed-for-restart-of-all", "1.36") == "app: has gone");
  CHECK(found(reported, "lost-container", "1.36").empty());

  ReportedPod initialized{
      "{'initContainers': [{'name': 'init', 'image': 'i'}], 'containers': [{'name': 'app', 'image': 'a'}]}"};
  initialized.observe("app", ContainerState::running);
  CHECK(found(initialized, "lost-init-container", "1.36") == "init: has no instance");
  CHECK(found(initialized, "lost-init-container", "1.34").empty());
}

TEST_CASE("a phase is told with the numbers that it is made of") {
  ReportedPod reported{
      "{'initContainers': [{'name': 'one', 'image': 'i'}, {'name': 'two', 'image': 'i'}], 'containers': ["
      "{'name': 'a', 'image': 'a'}, {'name': 'b', 'image': 'a'}, {'name': 'c', 'image': 'a'}]}"};
  CHECK(found(reported, "initialization-pends") ==
        ": 0 running, 3 waiting, 0 ended (0 well), 0 unknown; init containers: 2 pending, 0 failed");
  reported.observe("one", ContainerState::exited, 1);
  CHECK(found(reported, "initialization-pends").ends_with("init containers: 1 pending, 1 failed"));
  reported.observe("one", ContainerState::exited, 0);
  reported.observe("two", ContainerState::exited, 0);
  reported.observe("a", ContainerState::exited, 0);
  reported.observe("b", ContainerState::exited, 1);
  reported.observe("c", ContainerState::running);
  CHECK(found(reported, "container-runs") ==
        ": 1 running, 0 waiting, 2 ended (1 well), 0 unknown; init containers: 0 pending, 0 failed");
}

TEST_CASE("that a pod was to fail, and that a phase and its reason stay, is told") {
  ReportedPod reported{testing::one_container};
  reported.observe("app", ContainerState::running);
  reported.eviction = Eviction{"DeadlineExceeded", "too long"};
  CHECK(found(reported, "evicted") == ": DeadlineExceeded");
  reported.eviction.reset();
  reported.pod.status.phase = api::PodPhase::failed;
  reported.pod.status.reason = "Evicted";
  CHECK(found(reported, "terminal-phase-kept") == ": was reported as Failed");
  CHECK(found(reported, "reason-kept") == ": was reported with reason Evicted");
  reported.pod.status.reason = "";
  CHECK(found(reported, "reason-kept").empty());
}

}  // namespace podreel::kubelet

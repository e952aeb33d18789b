// What is promised of statuses is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;

void turn(api::Pod& pod, const char* type, const char* status) {
  api::PodCondition condition;
  condition.type = type;
  condition.status = status;
  condition.last_transition_time = testing::at(3s);
  pod.status.conditions = {condition};
}

}  // namespace

TEST_CASE("a pod that has failed is not Ready") {
  for (const char* ready : {"True", "False"}) {
    PodStory story = testing::strict_story();
    story.pod.status.phase = api::PodPhase::failed;
    story.report_container(3s, [](api::ContainerStatus& status) { status.ready = true; });
    story.report(4s, [ready](api::Pod& pod) { turn(pod, "Ready", ready); });
    CHECK(story.breaks("finished-pods-are-not-ready") == (std::string_view{ready} == "True"));
  }
}

TEST_CASE("a pod that has failed runs nothing") {
  for (const bool runs_on : {true, false}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    if (!runs_on) story.exit("c1", 4s, 1);
    story.report(5s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::failed; });
    CHECK(story.breaks("finished-pods-run-nothing") == runs_on);
  }
}

TEST_CASE("a pod that is rejected while it runs only reports the rejection") {
  for (const api::PodPhase phase : {api::PodPhase::failed, api::PodPhase::running}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    story.report(5s, [phase](api::Pod& pod) {
      pod.status.phase = phase;
      if (phase == api::PodPhase::failed) pod.status.reason = "NodeAffinity";
      pod.status.container_statuses = {};
    });
    CHECK_FALSE(story.breaks("finished-pods-run-nothing"));
    CHECK_FALSE(story.breaks("container-statuses-stay"));
    story.report(9s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::pending; });
    CHECK_FALSE(story.breaks("pods-that-ran-do-not-pend"));
    story.report(10s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::succeeded; });
    CHECK_FALSE(story.breaks("pods-succeed-by-their-containers"));
  }
}

TEST_CASE("a pod past its deadline still reports its containers") {
  for (const bool is_bare : {true, false}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    story.report(5s, [is_bare](api::Pod& pod) {
      pod.status.phase = api::PodPhase::failed;
      pod.status.reason = "DeadlineExceeded";
      if (is_bare) pod.status.container_statuses = {};
    });
    CHECK(story.breaks("container-statuses-stay") == is_bare);
  }
}

TEST_CASE("a pod that has been Running is not Pending again") {
  PodStory story = testing::strict_story();
  story.report(3s);
  story.report(5s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::pending; });
  CHECK(story.breaks("pods-that-ran-do-not-pend"));
}

TEST_CASE("it may be, when a container was created and cannot be started") {
  PodStory story = testing::strict_story();
  story.report(3s);
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 4s);
  story.report(5s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::pending; });
  CHECK_FALSE(story.breaks("pods-that-ran-do-not-pend"));
}

TEST_CASE("a pod is rejected for room that others have, or run in, not for what others had") {
  for (const auto& [has_finished, runs_on] : {std::pair{true, false}, {true, true}, {false, true}}) {
    PodStory story = testing::strict_story();
    if (!runs_on) story.exit("c1", 3s);
    auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
    spec->containers[0].requests = {{"cpu", "700m"}};
    story.pod.spec = spec;
    story.report(3s, [has_finished = has_finished](api::Pod& pod) {
      if (has_finished) pod.status.phase = api::PodPhase::succeeded;
    });
    api::Pod second = story.pod;
    second.metadata.name = "second";
    second.metadata.uid = "other";
    second.status = {};
    second.status.phase = api::PodPhase::pending;
    story.history.observe(testing::at(10s), std::make_shared<const api::Pod>(second), false);
    second.status.phase = api::PodPhase::failed;
    second.status.reason = "OutOfcpu";
    second.status.message = "Node didn't have enough resource: cpu, requested: 700, used: 700, capacity: 1000";
    story.history.write({testing::at(10s), "default/second", trace::Event{"Warning", "OutOfcpu", ""}});
    story.history.observe(testing::at(11s), std::make_shared<const api::Pod>(second), false);
    CHECK(story.breaks("finished-pods-take-no-room") == !runs_on);
  }
}

TEST_CASE("what could not be stopped takes room, though it has finished") {
  PodStory story = testing::strict_story();
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  spec->containers[0].requests = {{"cpu", "700m"}};
  story.pod.spec = spec;
  story.exit("c1", 3s);
  story.report(3s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::succeeded; });
  story.call({.op = "StopPodSandbox", .sandbox = "s", .error = "busy"}, 4s);
  api::Pod second = story.pod;
  second.metadata.name = "second";
  second.metadata.uid = "other";
  second.status = {};
  story.history.observe(testing::at(10s), std::make_shared<const api::Pod>(second), false);
  second.status.phase = api::PodPhase::failed;
  second.status.reason = "OutOfcpu";
  second.status.message = "Node didn't have enough resource: cpu, requested: 700, used: 700, capacity: 1000";
  story.history.write({testing::at(10s), "default/second", trace::Event{"Warning", "OutOfcpu", ""}});
  story.history.observe(testing::at(11s), std::make_shared<const api::Pod>(second), false);
  CHECK_FALSE(story.breaks("finished-pods-take-no-room"));
}

TEST_CASE("a container that a resize restarts does not wait") {
  for (const bool crashed : {true, false}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    if (!crashed) story.call({.op = "StopContainer", .container = "app", .id = "c1"}, 4s);
    story.history.write(
        {testing::at(5s), "default/web",
         trace::Environment{
             .what = "container_exit", .id = "c1", .exit_code = 143, .why = crashed ? "script" : "SIGTERM"}});
    story.report_container(6s, [](api::ContainerStatus& status) {
      status.state = api::StateWaiting{"CrashLoopBackOff", ""};
    });
    CHECK(story.breaks("resizes-do-not-back-off") == !crashed);
  }
}

TEST_CASE("one that could not be started again waits") {
  PodStory story = testing::strict_story();
  story.report(3s);
  story.call({.op = "StopContainer", .container = "app", .id = "c1"}, 4s);
  story.history.write({testing::at(5s), "default/web",
                       trace::Environment{.what = "container_exit", .id = "c1", .exit_code = 143, .why = "SIGTERM"}});
  story.history.write({testing::at(5s), "default/web", trace::Event{"Warning", "Failed", "Error: no room"}});
  story.report_container(6s, [](api::ContainerStatus& status) {
    status.state = api::StateWaiting{"CrashLoopBackOff", ""};
  });
  CHECK_FALSE(story.breaks("resizes-do-not-back-off"));
}

}  // namespace podreel::invariants

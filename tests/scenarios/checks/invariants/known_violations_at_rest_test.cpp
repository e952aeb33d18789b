// What is promised of nodes at rest is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;

}  // namespace

TEST_CASE("a pod whose containers are ready is Ready at rest") {
  for (const char* ready : {"True", "False"}) {
    PodStory story = testing::strict_story();
    story.report_container(3s, [](api::ContainerStatus& status) { status.ready = true; });
    story.report(4s, [ready](api::Pod& pod) {
      api::PodCondition condition;
      condition.type = "Ready";
      condition.status = ready;
      pod.status.conditions = {condition};
    });
    CHECK(story.breaks("ready-pods-are-reported-ready") == (std::string_view{ready} == "False"));
  }
}

TEST_CASE("a pod that runs at rest is not Pending") {
  for (const api::PodPhase phase : {api::PodPhase::pending, api::PodPhase::running}) {
    PodStory story = testing::strict_story();
    story.report(3s, [phase](api::Pod& pod) { pod.status.phase = phase; });
    CHECK(story.breaks("running-pods-are-reported-running") == (phase == api::PodPhase::pending));
  }
}

TEST_CASE("it may wait for an init container that its kubelet saw too late") {
  for (const bool is_late : {true, false}) {
    PodStory story = testing::strict_story();
    auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
    spec->init_containers.emplace_back().name = "setup";
    story.pod.spec = spec;
    trace::RuntimeCall create{.op = "CreateContainer", .container = "setup", .sandbox = "s", .id = "i1"};
    if (is_late) create.dur = 4min;
    story.call(create, 1s);
    story.report(3s, [](api::Pod& pod) {
      api::ContainerStatus status;
      status.name = "setup";
      status.state = api::StateWaiting{"PodInitializing", ""};
      pod.status.init_container_statuses = {status};
    });
    CHECK(story.breaks("running-pods-are-reported-running") == !is_late);
  }
}

TEST_CASE("a container that has not started is asked for its startup") {
  for (const bool asked : {true, false}) {
    PodStory story = testing::strict_story();
    auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
    spec->containers[0].startup_probe.emplace();
    story.pod.spec = spec;
    story.report_container(3s, [](api::ContainerStatus& status) { status.started = false; });
    if (asked) {
      story.history.write({testing::at(59min), "default/web", trace::Probe{"Startup", "app", "failure", {}}});
    }
    CHECK(story.breaks("startup-is-probed-to-its-end") == !asked);
  }
}

TEST_CASE("a container that runs has had its postStart hook") {
  for (const bool has_run : {true, false}) {
    PodStory story = testing::strict_story();
    auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
    spec->containers[0].lifecycle.post_start = api::ExecAction{{"register", "me"}};
    story.pod.spec = spec;
    if (has_run) story.call({.op = "ExecSync", .container = "app", .command = "register me"}, 3s);
    story.report(4s);
    CHECK(story.breaks("post-start-hooks-run") == !has_run);
  }
}

}  // namespace podreel::invariants

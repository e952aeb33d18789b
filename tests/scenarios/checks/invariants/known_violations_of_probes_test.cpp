// What is promised of probes is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;

PodStory probed_story(const char* probe) {
  PodStory story = testing::strict_story();
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  api::Container& app = spec->containers[0];
  (std::string_view{probe} == "Startup" ? app.startup_probe : app.readiness_probe).emplace();
  story.pod.spec = spec;
  return story;
}

void ask(PodStory& story, const char* probe, sim::Duration when) {
  story.history.write({testing::at(when), "default/web", trace::Probe{probe, "app", "success", {}}});
}

}  // namespace

TEST_CASE("a container that has not started is not ready for long") {
  for (const bool started : {true, false}) {
    PodStory story = testing::strict_story();
    story.report_container(3s, [started](api::ContainerStatus& status) {
      status.ready = true;
      status.started = started;
    });
    CHECK(story.breaks("ready-containers-have-started") == !started);
  }
}

TEST_CASE("the readiness of a container is asked until it ends") {
  for (const sim::Duration end : {20s, 120s}) {
    PodStory story = probed_story("Readiness");
    story.report(3s);
    ask(story, "Readiness", 10s);
    story.exit("c1", end);
    CHECK(story.breaks("readiness-is-probed-to-the-end") == (end > 60s));
  }
}

TEST_CASE("there are no probes without a kubelet") {
  PodStory story = probed_story("Readiness");
  story.report(3s);
  ask(story, "Readiness", 10s);
  story.history.write({testing::at(11s), "", trace::KubeletProcess{.what = "stop", .signal = "killed"}});
  story.exit("c1", 60s);
  CHECK_FALSE(story.breaks("readiness-is-probed-to-the-end"));
}

TEST_CASE("there are no probes while the runtime is busy with the previous one") {
  for (const sim::Duration takes : {1s, 30s}) {
    PodStory story = probed_story("Readiness");
    story.report(3s);
    ask(story, "Readiness", 10s);
    story.call({.op = "ExecSync", .container = "app", .id = "c1", .timeout = 1, .command = "ready", .dur = takes}, 20s);
    ask(story, "Readiness", 50s);
    story.exit("c1", 55s);
    CHECK(story.breaks("readiness-is-probed-to-the-end") == (takes == 1s));
  }
}

TEST_CASE("a probe at the end of the run is recorded later") {
  PodStory story = probed_story("Readiness");
  story.report(3s);
  for (sim::Duration when = 10s; when < 59min; when += 10s) ask(story, "Readiness", when);
  CHECK_FALSE(story.breaks("readiness-is-probed-to-the-end"));
}

TEST_CASE("a deleted pod has no liveness probes") {
  for (const sim::Duration asked : {65s, 75s}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    story.report(1min, [](api::Pod& pod) { pod.metadata.deletion_timestamp = testing::at(2min); });
    story.history.write(
        {testing::at(asked), "default/web", trace::Event{"Warning", "Unhealthy", "Liveness probe failed: "}});
    CHECK(story.breaks("liveness-ends-with-deletion") == (asked > 70s));
  }
}

TEST_CASE("a container has started when its startup probe has succeeded") {
  for (const bool asked : {true, false}) {
    PodStory story = probed_story("Startup");
    if (asked) ask(story, "Startup", 3s);
    story.report_container(4s, [](api::ContainerStatus& status) { status.started = true; });
    CHECK(story.breaks("startup-probes-decide") == !asked);
  }
}

}  // namespace podreel::invariants

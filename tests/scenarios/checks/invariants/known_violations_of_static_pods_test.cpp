// What is promised of static pods is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "engine/api/config_annotations.hpp"
#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;
using Names = std::vector<std::string>;

void report_mirror(PodStory& story, sim::Duration when, const char* hash = "a") {
  story.report(when, [hash](api::Pod& pod) {
    pod.metadata.annotations[api::config_annotation::source] = "file";
    pod.metadata.annotations[api::config_annotation::mirror] = hash;
  });
}

void loop(PodStory& story, sim::Duration when, const char* op) {
  story.history.write({testing::at(when), "default/web", trace::Loop{op}});
}

void sync(PodStory& story, sim::Duration when, const char* op) {
  story.history.write({testing::at(when), "default/web", trace::Sync{.op = op}});
}

/// The pod is edited: its container gets SIGTERM, and another one starts beside it.
Names broken_by_overlap(bool has_mirror, bool stop_fails = false) {
  PodStory story = testing::strict_story();
  if (has_mirror) report_mirror(story, 3s);
  trace::RuntimeCall stop{.op = "StopContainer", .container = "app", .id = "c1"};
  if (stop_fails) stop.error = "deadline exceeded";
  story.call(std::move(stop), 1min);
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s2", .id = "c2"}, 61s);
  story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 61s);
  story.exit("c1", 70s);
  if (!has_mirror) return story.broken();
  story.report_container(80s, [](api::ContainerStatus& status) { status.container_id = "containerd://c2"; });
  return story.broken();
}

/// The pod's manifest goes and comes back.
Names broken_by_return(const char* then, bool is_synced) {
  PodStory story = testing::strict_story();
  report_mirror(story, 3s);
  loop(story, 4s, "ADD");
  sync(story, 4s, "enter");
  loop(story, 1min, "REMOVE");
  loop(story, 1min, then);
  if (is_synced) sync(story, 55min, "enter");
  return story.broken();
}

/// It comes back while it terminates, and starts that much later.
Names broken_by_pause(sim::Duration pause, const char* hash) {
  PodStory story = testing::strict_story();
  report_mirror(story, 3s);
  loop(story, 4s, "ADD");
  loop(story, 1min, "REMOVE");
  sync(story, 1min, "terminating-enter");
  loop(story, 61s, "ADD");
  sync(story, 65s, "terminated-exit");
  sync(story, 65s + pause, "enter");
  report_mirror(story, 80s, hash);
  sync(story, 55min, "enter");
  return story.broken();
}

}  // namespace

TEST_CASE("an edited static pod waits for the one before it") {
  CHECK(broken_by_overlap(true) == Names{"static-pods-take-turns"});
  CHECK(broken_by_overlap(true, true) == Names{});
  CHECK(broken_by_overlap(false) == Names{"removed-pods-end"});
}

TEST_CASE("a static pod whose manifest is there is looked at") {
  CHECK(broken_by_return("ADD", true) == Names{});
  CHECK(broken_by_return("ADD", false) == Names{"static-pods-start"});
  CHECK(broken_by_return("REMOVE", false) == Names{});
}

TEST_CASE("a static pod that came back while it terminated starts with the next housekeeping") {
  CHECK(broken_by_pause(2s, "a") == Names{});
  CHECK(broken_by_pause(3s, "a") == Names{"static-pods-come-back-soon"});
  CHECK(broken_by_pause(9s, "another") == Names{});
}

}  // namespace podreel::invariants

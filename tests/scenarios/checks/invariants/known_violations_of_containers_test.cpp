// What is promised of containers is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;
using Names = std::vector<std::string>;

/// The pod has an init container, too, which has run in the sandbox `sandbox` before the other.
Names broken_after_init_in(const char* sandbox, std::int32_t exit_code, bool excuse_known_faults = false,
                           bool is_left_over = false) {
  Circumstances circumstances = testing::circumstances();
  circumstances.excuse_known_faults = excuse_known_faults;
  PodStory story{std::move(circumstances), false};
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  api::Container init;
  init.name = "init";
  spec->init_containers = {init};
  story.pod.spec = std::move(spec);
  story.call({.op = "CreateContainer", .container = "init", .sandbox = sandbox, .id = "i1"}, 100ms);
  story.call({.op = "StartContainer", .container = "init", .id = "i1"}, 200ms);
  story.exit("i1", 500ms, exit_code);
  if (!is_left_over) story.call({.op = "RemoveContainer", .container = "init", .id = "i1"}, 600ms);
  story.start_app(1s);
  story.report(3s);
  return story.broken();
}

}  // namespace

TEST_CASE("init containers have succeeded in the sandbox before a regular one starts in it") {
  CHECK(broken_after_init_in("s", 0) == Names{});
  CHECK(broken_after_init_in("s", 1) == Names{"init-containers-come-first"});
  CHECK(broken_after_init_in("another", 0) == Names{"init-containers-come-first"});
  CHECK(broken_after_init_in("another", 0, true) == Names{});
  CHECK(broken_after_init_in("another", 0, false, true) == Names{"leftovers-do-not-count"});
}

namespace {

/// Three instances of a container in one sandbox; the second one has ended `back_off` before the third is created.
Names broken_by_restarts(sim::Duration back_off, const char* another_sandbox = "s", bool kubelet_restarts = false) {
  PodStory story = testing::strict_story();
  story.exit("c1", 1min, 1);
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 61s);
  story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 61s);
  story.exit("c2", 2min, 1);
  if (kubelet_restarts) story.history.write({testing::at(121s), "", trace::KubeletProcess{.what = "start"}});
  story.call({.op = "CreateContainer", .container = "app", .sandbox = another_sandbox, .id = "c3"}, 2min + back_off);
  story.call({.op = "StartContainer", .container = "app", .id = "c3"}, 2min + back_off);
  story.report_container(5min, [](api::ContainerStatus& status) { status.container_id = "containerd://c3"; });
  return story.broken();
}

/// Of a pod that is never restarted: its container ends, its record goes, and another one runs.
Names broken_by_another_run(std::int32_t exit_code, api::RestartPolicy policy) {
  PodStory story = testing::strict_story();
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  spec->restart_policy = policy;
  story.pod.spec = std::move(spec);
  story.exit("c1", 1min, exit_code);
  story.history.write({testing::at(2min), "default/web", trace::Environment{.what = "container_removed", .id = "c1"}});
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 3min);
  story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 3min);
  story.report_container(5min, [](api::ContainerStatus& status) { status.container_id = "containerd://c2"; });
  return story.broken();
}

/// A pod whose init container has ended, and whose application runs.
PodStory initialized_story() {
  Circumstances strict = testing::circumstances();
  strict.excuse_known_faults = false;
  PodStory story{std::move(strict), false};
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  api::Container init;
  init.name = "init";
  spec->init_containers = {init};
  story.pod.spec = std::move(spec);
  story.call({.op = "CreateContainer", .container = "init", .sandbox = "s", .id = "i1"}, 100ms);
  story.call({.op = "StartContainer", .container = "init", .id = "i1"}, 200ms);
  story.exit("i1", 500ms);
  story.start_app(1s);
  story.report(3s);
  return story;
}

/// Its init container is removed, after its application has ended if `is_over`.
Names broken_by_removal_of_init(bool is_over) {
  PodStory story = initialized_story();
  if (is_over) story.exit("c1", 1min);
  story.call({.op = "RemoveContainer", .container = "init", .id = "i1"}, 2min);
  if (is_over) {
    story.report_container(3min, [](api::ContainerStatus& status) { status.state = testing::terminated(0, 2s, 1min); });
  }
  return story.broken();
}

/// The same while nothing of it runs, which takes until it runs again.
bool breaks_by_slow_removal_of_init() {
  PodStory story = initialized_story();
  story.exit("c1", 1min);
  story.call({.op = "RemoveContainer", .container = "init", .id = "i1", .dur = 1min}, 61s);
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 90s);
  story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 90s);
  return story.breaks("last-instances-are-kept");
}

}  // namespace

TEST_CASE("a container that has been restarted waits before it is restarted again") {
  CHECK(broken_by_restarts(10s) == Names{});
  CHECK(broken_by_restarts(9s) == Names{"restarts-wait"});
  CHECK(broken_by_restarts(9s, "another") == Names{});
  CHECK(broken_by_restarts(9s, "s", true) == Names{});
}

TEST_CASE("a container that is not to be restarted runs once, whatever becomes of its record") {
  CHECK(broken_by_another_run(0, api::RestartPolicy::never) == Names{"ended-containers-run-once"});
  CHECK(broken_by_another_run(0, api::RestartPolicy::on_failure) == Names{"ended-containers-run-once"});
  CHECK(broken_by_another_run(1, api::RestartPolicy::on_failure) == Names{});
}

TEST_CASE("the last instance of a container is kept as long as its pod runs") {
  CHECK(broken_by_removal_of_init(false) == Names{"last-instances-are-kept"});
  CHECK(broken_by_removal_of_init(true) == Names{});
  CHECK_FALSE(breaks_by_slow_removal_of_init());
}

}  // namespace podreel::invariants

// What is promised of pods as a whole is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>
#include <optional>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;
using Names = std::vector<std::string>;

PodStory story_without_containers() {
  Circumstances strict = testing::circumstances();
  strict.excuse_known_faults = false;
  return PodStory{std::move(strict), false};
}

/// The pod has an init container, too, which runs in the sandbox "s2" as the pod says `phase`.
Names broken_while_initializing(api::PodPhase phase, bool app_was_created, bool is_sidecar = false) {
  PodStory story = story_without_containers();
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  api::Container init;
  init.name = "init";
  if (is_sidecar) init.restart_policy = api::RestartPolicy::always;
  spec->init_containers = {init};
  story.pod.spec = std::move(spec);
  story.call({.op = "CreateContainer", .container = "init", .sandbox = "s2", .id = "i1"}, 1s);
  story.call({.op = "StartContainer", .container = "init", .id = "i1"}, 1s);
  if (app_was_created) story.call({.op = "CreateContainer", .container = "app", .sandbox = "s2", .id = "c1"}, 2s);
  story.report(3s, [phase](api::Pod& pod) {
    pod.status.phase = phase;
    api::ContainerStatus status;
    status.name = "init";
    status.state = api::StateRunning{testing::at(1s)};
    status.started = false;
    status.container_id = "containerd://i1";
    pod.status.init_container_statuses = {status};
    pod.status.container_statuses = {};
  });
  return story.broken();
}

/// The pod stays Pending, and its last sync ended so.
Names broken_when_pending(trace::Sync last_sync, bool runs = false) {
  PodStory story = story_without_containers();
  if (runs) story.start_app(1s);
  story.history.write({testing::at(50min), "default/web", std::move(last_sync)});
  story.report(3s, [](api::Pod& pod) {
    pod.status.phase = api::PodPhase::pending;
    pod.status.container_statuses = {};
  });
  std::vector<std::string> names = story.broken();
  std::erase(names, "running-containers-are-reported");
  return names;
}

/// A Never pod whose container ends with `exit_code`, and a new sandbox `later`.
Names broken_by_sandbox(sim::Duration later, std::int32_t exit_code, api::RestartPolicy policy) {
  PodStory story = testing::strict_story();
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  spec->restart_policy = policy;
  story.pod.spec = std::move(spec);
  story.exit("c1", 1min, exit_code);
  story.call({.op = "RunPodSandbox", .sandbox = "s2"}, 1min + later);
  story.report_container(
      5min, [exit_code](api::ContainerStatus& status) { status.state = testing::terminated(exit_code, 2s, 1min); });
  return story.broken();
}

/// The pod is deleted, its container ends at once, and the API has it for that long. Another one, whose creation takes
/// that long, is never started.
Names broken_by_deletion(sim::Duration stays, bool kubelet_restarts = false,
                         std::optional<sim::Duration> creation_of_other = std::nullopt, const char* kubelet = "1.30") {
  PodStory story = testing::strict_story(kubelet);
  if (creation_of_other) {
    story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c0", .dur = *creation_of_other},
               0s);
  }
  story.report(3s);
  story.report(1min, [](api::Pod& pod) { pod.metadata.deletion_timestamp = testing::at(90s); });
  story.exit("c1", 61s);
  if (kubelet_restarts) story.history.write({testing::at(62s), "", trace::KubeletProcess{.what = "start"}});
  story.history.observe(testing::at(61s + stays), std::make_shared<const api::Pod>(story.pod), true);
  return story.broken();
}

}  // namespace

TEST_CASE("a pod is Pending while its init containers are at work") {
  using Phase = api::PodPhase;
  CHECK(broken_while_initializing(Phase::pending, false) == Names{});
  CHECK(broken_while_initializing(Phase::running, false) == Names{"pods-pend-while-initializing"});
  CHECK(broken_while_initializing(Phase::running, false, true) == Names{"pods-pend-while-initializing"});
  CHECK(broken_while_initializing(Phase::running, true) == Names{});
}

TEST_CASE("a pod that stays Pending is one that its kubelet goes on to try") {
  CHECK(broken_when_pending({.op = "exit"}) == Names{"pending-pods-are-tried"});
  CHECK(broken_when_pending({.op = "exit", .error = "ErrImagePull"}) == Names{});
  CHECK(broken_when_pending({.op = "exit"}, true) == Names{"running-pods-are-reported-running"});
}

TEST_CASE("a container that has ended is started again") {
  for (const bool is_in_back_off : {true, false}) {
    PodStory story = testing::strict_story();
    story.report(3s);
    story.exit("c1", 1min, 1);
    trace::Sync last{.op = "exit"};
    if (is_in_back_off) last.error = "CrashLoopBackOff";
    story.history.write({testing::at(50min), "default/web", std::move(last)});
    CHECK(story.breaks("crashed-containers-restart") == !is_in_back_off);
  }
}

TEST_CASE("a pod succeeds when its containers have run") {
  PodStory story = story_without_containers();
  story.never_restart();
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c1"}, 1s);
  story.report(3s, [](api::Pod& pod) { pod.status.phase = api::PodPhase::succeeded; });
  std::vector<std::string> names = story.broken();
  CHECK(std::ranges::count(names, "succeeded-pods-have-run") == 1);
}

TEST_CASE("a pod whose containers have all ended for good gets no new sandbox") {
  using Policy = api::RestartPolicy;
  CHECK(broken_by_sandbox(1min, 1, Policy::never) == Names{"finished-pods-get-no-sandbox"});
  CHECK(broken_by_sandbox(1min, 0, Policy::on_failure) == Names{"finished-pods-get-no-sandbox"});
  CHECK(broken_by_sandbox(1min, 1, Policy::on_failure) == Names{});
  CHECK(broken_by_sandbox(2s, 1, Policy::never) == Names{});
}

TEST_CASE("a deleted pod goes soon after its last container") {
  CHECK(broken_by_deletion(25s) == Names{});
  CHECK(broken_by_deletion(40s) == Names{"deleted-pods-go-soon"});
  CHECK(broken_by_deletion(40s, true) == Names{});
  CHECK(std::ranges::count(broken_by_deletion(40s, false, 4min), "deleted-pods-go-soon") == 0);
}

TEST_CASE(
    "up to 1.21, a deleted pod stays until the garbage collection takes a container that was created and never "
    "started") {
  CHECK(std::ranges::count(broken_by_deletion(40s, false, 0s, "1.21"), "deleted-pods-go-soon") == 0);
  CHECK(std::ranges::count(broken_by_deletion(40s, false, 0s, "1.22"), "deleted-pods-go-soon") == 1);
}

}  // namespace podreel::invariants

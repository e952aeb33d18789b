// Each invariant notices what breaks it, and nothing else.
#include "scenarios/checks/invariants/invariant.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using api::ContainerStatus;
using api::Pod;
using api::PodPhase;
using testing::at;
using testing::behaviour_of;
using testing::circumstances;
using testing::terminated;
using Story = testing::PodStory;

using Names = std::vector<std::string>;

void end_container(ContainerStatus& status, std::int32_t code) {
  status.state = terminated(code, 2s, 10s);
}

api::PodConditions condition(const char* type, const char* status, sim::Duration overrides) {
  api::PodCondition made;
  made.type = type;
  made.status = status;
  made.last_transition_time = at(overrides);
  return {made};
}

}  // namespace

TEST_CASE("a pod that starts and runs breaks nothing") {
  Story story;
  story.report(3s);
  CHECK(story.broken() == Names{});
}

TEST_CASE("a pod that has failed does not run again") {
  Story story;
  story.exit("c1", 10s, 1);
  story.report(11s, [](Pod& pod) { pod.status.phase = PodPhase::failed; });
  story.report_container(12s, [](ContainerStatus& status) { end_container(status, 1); });
  story.report(20s, [](Pod& pod) { pod.status.phase = PodPhase::pending; });
  CHECK(story.broken() == Names{"finished-pods-stay-finished"});
}

TEST_CASE("a pod does not succeed while a container runs, nor if one has failed") {
  Story running;
  running.never_restart();
  running.report(3s, [](Pod& pod) { pod.status.phase = PodPhase::succeeded; });
  CHECK(running.broken() == Names{"pods-succeed-by-their-containers"});

  Story failed;
  failed.never_restart();
  failed.exit("c1", 10s, 1);
  failed.pod.status.phase = PodPhase::succeeded;
  failed.report_container(11s, [](ContainerStatus& status) { end_container(status, 1); });
  CHECK(failed.broken() == Names{"pods-succeed-by-their-containers"});
}

TEST_CASE("a restart count goes down only where the runtime has forgotten what there was") {
  for (const bool forgets : {false, true}) {
    Story story;
    story.report_container(3s, [](ContainerStatus& status) { status.restart_count = 2; });
    story.exit("c1", 10s, 1);
    if (forgets) story.call({.op = "RemoveContainer", .container = "app", .id = "c1"}, 15s);
    story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 20s);
    story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 20s);
    story.report_container(21s, [](ContainerStatus& status) {
      status.restart_count = 0;
      status.container_id = "containerd://c2";
    });
    CHECK(story.broken() == (forgets ? Names{} : Names{"restart-counts-only-grow"}));
  }
}

TEST_CASE("a kubelet does not know what another one has counted beyond the runtime's memory") {
  const auto broken_under = [](const char* first, const char* second, bool forgets = true) {
    Circumstances both = circumstances(first);
    both.kubelets.push_back(behaviour_of(second));
    Story story{std::move(both)};
    story.exit("c1", 10s, 1);
    if (forgets) story.call({.op = "RemoveContainer", .container = "app", .id = "c1"}, 15s);
    story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 20s);
    story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 20s);
    story.report_container(21s, [](ContainerStatus& status) {
      status.restart_count = 1;
      status.container_id = "containerd://c2";
    });
    story.report_container(30s, [](ContainerStatus& status) { status.restart_count = 0; });
    return story.broken();
  };
  CHECK(broken_under("1.36", "1.21") == Names{});
  CHECK(broken_under("1.36", "1.21", false) == Names{"restart-counts-only-grow"});
  CHECK(broken_under("1.36", "1.36") == Names{"restart-counts-only-grow"});
  CHECK(broken_under("1.30", "1.21") == Names{"restart-counts-only-grow"});
}

TEST_CASE("a container that the runtime is still starting is taken for the newest once the later one is gone") {
  for (const sim::Duration took : {1min, 5min}) {
    Story story;
    story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 10s);
    story.call({.op = "StartContainer", .container = "app", .id = "c2", .error = "is not running", .dur = took}, 10s);
    story.report_container(20s, [](ContainerStatus& status) { status.restart_count = 2; });
    story.exit("c1", 25s);
    story.report_container(30s, [](ContainerStatus& status) {
      status.restart_count = 1;
      status.container_id = "containerd://c2";
      status.state = api::StateWaiting{};
    });
    CHECK(story.broken() == (took > 2min ? Names{} : Names{"restart-counts-only-grow"}));
  }
}

TEST_CASE("changes while an init container runs again in another sandbox are not reported") {
  for (const api::RestartPolicy policy : {api::RestartPolicy::on_failure, api::RestartPolicy::always}) {
    Story story;
    auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
    spec->restart_policy = policy;
    api::Container init;
    init.name = "init";
    spec->init_containers = {init};
    story.pod.spec = std::move(spec);
    ContainerStatus status;
    status.name = "init";
    status.state = terminated(0, 1s, 2s);
    story.pod.status.init_container_statuses = {status};
    story.report(3s);
    story.exit("c1", 10s, 137);
    story.call({.op = "RunPodSandbox", .sandbox = "s2"}, 11s);
    CHECK(story.broken() == (policy == api::RestartPolicy::always ? Names{"reported-containers-run"} : Names{}));
  }
}

TEST_CASE("a static pod that is removed before its kubelet has all sources stays, if orphans are not terminated") {
  const auto broken_under = [](const char* kubelet, sim::Duration removal) {
    Story story{kubelet};
    story.history.write({at(3s), "", trace::KubeletProcess{.what = "start"}});
    story.history.write({at(3s) + removal, "default/web", trace::Loop{"REMOVE"}});
    return story.broken();
  };
  CHECK(broken_under("1.25", 1s) == Names{});
  CHECK(broken_under("1.25", 10s) == Names{"removed-pods-end"});
  CHECK(broken_under("1.27", 1s) == Names{"removed-pods-end"});
  CHECK(broken_under("1.21", 1s) == Names{"removed-pods-end"});
}

TEST_CASE("a container that has ended is not ready for long") {
  Story story;
  story.exit("c1", 10s);
  story.report_container(11s, [](ContainerStatus& status) {
    end_container(status, 0);
    status.ready = true;
  });
  story.report_container(12s, [](ContainerStatus& status) { status.ready = false; });
  CHECK(story.broken() == Names{});
  story.report_container(20s, [](ContainerStatus& status) { status.ready = true; });
  CHECK(story.broken() == Names{"ready-containers-run"});
}

TEST_CASE("a probe result is handled after the pod's end if the loop was blocked") {
  for (const PodPhase phase : {PodPhase::failed, PodPhase::running}) {
    Story story;
    story.history.write({at(5s), "", trace::Node{.what = "Skipping pod synchronization"}});
    story.exit("c1", 10s, 143);
    story.report(20s, [phase](Pod& pod) { pod.status.phase = phase; });
    story.report_container(20s, [](ContainerStatus& status) {
      end_container(status, 143);
      status.ready = true;
    });
    CHECK(story.broken() == (phase == PodPhase::failed ? Names{} : Names{"ready-containers-run"}));
  }
}

TEST_CASE("a pod is not Ready without its containers") {
  Story story;
  story.report(3s, [](Pod& pod) { pod.status.conditions = condition("Ready", "True", 3s); });
  CHECK(story.broken() == Names{"ready-pods-have-ready-containers"});
}

TEST_CASE("what is written once stays: when a pod started, that it is deleted, how often it was changed") {
  Story story;
  story.report(3s, [](Pod& pod) {
    pod.metadata.deletion_timestamp = at(1h);
    pod.metadata.deletion_grace_period_seconds = 30;
    pod.metadata.generation = 2;
  });
  story.report(4s, [](Pod& pod) {
    pod.status.start_time = at(2s);
    pod.metadata.deletion_timestamp.reset();
    pod.metadata.generation = 1;
  });
  CHECK(story.broken() == Names{"start-times-stay", "deletions-are-final", "generations-only-grow"});
}

TEST_CASE("a status speaks of the containers of the spec, once, in order, and of their times in order") {
  Story story;
  story.exit("c1", 10s);
  story.report(11s, [](Pod& pod) {
    ContainerStatus status = pod.status.container_statuses[0];
    status.state = terminated(0, 10s, 2s);
    pod.status.container_statuses = {status, status};
  });
  CHECK(story.broken() == Names{"statuses-are-those-of-the-spec", "ends-follow-starts"});
}

TEST_CASE("a condition does not turn in the past") {
  Story story;
  const auto report_initialized = [&story](const char* status, sim::Duration overrides) {
    story.report(overrides + 20s,
                 [&](Pod& pod) { pod.status.conditions = condition("Initialized", status, overrides); });
  };
  report_initialized("True", 10s);
  report_initialized("False", 5s);
  CHECK(story.broken() == Names{"conditions-turn-forwards"});
}

TEST_CASE("a timeline goes forwards, and syncs are of pods") {
  Story story;
  story.report(3s);
  story.history.write({at(5s), "", trace::Sync{"enter", {}, {}, nullptr}});
  story.history.write({at(4s), "default/web", trace::Sync{"exit", {}, {}, nullptr}});
  CHECK(story.broken() == Names{"times-only-grow", "syncs-have-pods"});
}

TEST_CASE("a container is started once, and never when it is gone") {
  Story story;
  story.report(3s);
  story.call({.op = "StartContainer", .container = "app", .id = "c1"}, 4s);
  story.exit("c1", 5s);
  story.call({.op = "RemoveContainer", .container = "app", .id = "c1"}, 6s);
  story.call({.op = "ExecSync", .container = "app", .id = "c1"}, 7s);
  story.report_container(8s, [](ContainerStatus& status) { status.container_id = "containerd://another"; });
  CHECK(story.broken() ==
        Names{"containers-start-once-created", "removed-containers-stay-away", "reported-containers-exist"});
}

TEST_CASE("two instances of a container run at once only if the kubelet had given one up") {
  const auto start_another = [](Story& story, sim::Duration takes) {
    story.report(3s);
    story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 10s);
    story.call({.op = "StartContainer", .container = "app", .id = "c2", .dur = takes}, 11s);
  };
  Story received;
  start_another(received, 1s);
  CHECK(received.broken() == Names{"containers-run-once-at-a-time", "running-containers-are-reported"});
  Story given_up;
  start_another(given_up, 3min);
  CHECK(given_up.broken() == Names{});
}

TEST_CASE("what has ended for good is not started again") {
  Story story;
  story.never_restart();
  story.report(3s);
  story.exit("c1", 10s, 1);
  story.call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c2"}, 20s);
  story.call({.op = "StartContainer", .container = "app", .id = "c2"}, 20s);
  story.report_container(21s, [](ContainerStatus& status) { status.container_id = "containerd://c2"; });
  CHECK(story.broken() == Names{"ended-containers-stay-ended"});
}

TEST_CASE("no back-off is longer than the longest") {
  Story story;
  story.exit("c1", 10s, 1);
  const auto wait = [&story](sim::Duration when, const char* message) {
    story.report_container(when, [&](ContainerStatus& status) {
      status.state = api::StateWaiting{"CrashLoopBackOff", message};
    });
  };
  wait(11s, "back-off 5m0s restarting failed container=app pod=web");
  CHECK(story.broken() == Names{});
  wait(12s, "back-off 5m20s restarting failed container=app pod=web");
  CHECK(story.broken() == Names{"back-off-has-an-end"});
}

TEST_CASE("at rest, reported containers run and running containers are reported") {
  Story ended;
  ended.report(3s);
  ended.exit("c1", 10s);
  CHECK(ended.broken() == Names{"reported-containers-run"});

  Story unreported;
  unreported.report_container(3s, [](ContainerStatus& status) { status.state = api::StateWaiting{}; });
  CHECK(unreported.broken() == Names{"running-containers-are-reported"});
}

TEST_CASE("a deleted pod goes, unless finalizers keep it") {
  Story story;
  story.report(3s, [](Pod& pod) {
    pod.metadata.deletion_timestamp = at(40s);
    pod.metadata.deletion_grace_period_seconds = 30;
  });
  CHECK(story.broken() == Names{"deleted-pods-go"});
  story.report(50s, [](Pod& pod) { pod.metadata.deletion_grace_period_seconds = 0; });
  CHECK(story.broken() == Names{});
}

TEST_CASE("no container of a removed pod runs on, but where orphaned workers are not woken and this one has failed") {
  for (const std::string kubelet : {"1.21", "1.23", "1.31"}) {
    CAPTURE(kubelet);
    const bool is_known = kubelet == "1.23";
    Story story{kubelet.c_str()};
    story.report(3s);
    story.history.observe(at(10s), std::make_shared<const Pod>(story.pod), true);
    CHECK(story.broken() == Names{"removed-pods-end"});
    story.history.write({at(11s), "default/web", trace::Sync{"terminating-exit", {}, "unknown status", nullptr}});
    CHECK(story.broken() == (is_known ? Names{} : Names{"removed-pods-end"}));
  }
}

}  // namespace podreel::invariants

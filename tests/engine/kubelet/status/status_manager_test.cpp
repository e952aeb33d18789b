#include "engine/kubelet/status/status_manager.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/api/config_annotations.hpp"
#include "engine/invariant.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using api::PodPhase;
using runtime::ContainerState;
using testing::never;
using testing::one_container;
using testing::ReportedPod;

namespace {

constexpr sim::Time start{1'700'000'000s + 300ms};

/// The API server, the pod manager and the pod workers, as far as the status manager asks them.
class World final : public apiserver::ApiClient, public PodDeletionSafety, public PodProvider {
 public:
  bool is_reachable() const override { return reachable; }
  api::PodPtr get_pod(const memory::Text& /*uid*/) override { return pod; }
  api::PodPtr patch_pod_status(const memory::Text& /*uid*/, api::PodStatus&& status,
                               trace::Explanation /*why*/) override {
    patches.push_back(status);
    api::Pod changed = *pod;
    changed.status = std::move(status);
    pod = std::make_shared<const api::Pod>(std::move(changed));
    return pod;
  }
  void delete_pod(const memory::Text& /*uid*/) override { pod.reset(); }
  bool could_have_running_containers(const memory::Text& /*uid*/) const override { return may_run; }
  bool resources_are_reclaimed(const api::Pod& /*pod*/, const api::PodStatus& /*status*/) const override {
    return reclaimed;
  }

  api::PodPtr find(const memory::Text& /*uid*/) const override {
    ++pods_found;
    return pod;
  }
  api::PodPtr find_in_api(const memory::Text& uid) const override { return find(uid); }
  api::PodPtr known_mirror_of(const api::Pod& asked) const override { return asked.is_static() ? pod : nullptr; }
  memory::Text uid_in_api(const memory::Text& uid) const override { return is_mirrored ? pod->metadata.uid : uid; }
  memory::Text translate_uid(const memory::Text& uid) const override {
    return is_mirrored && uid == pod->metadata.uid ? memory::Text{"uid-1"} : uid;
  }

  void request_deletion() {
    api::Pod changed = *pod;
    changed.metadata.deletion_timestamp = start;
    pod = std::make_shared<const api::Pod>(std::move(changed));
  }

  api::PodPtr pod;
  std::vector<api::PodStatus> patches;
  bool may_run = true;
  bool reclaimed = false;
  bool reachable = true;
  bool is_mirrored = false;
  mutable int pods_found = 0;
};

struct Fixture {
  explicit Fixture(std::string_view spec, std::string_view kubelet = "1.28")
      : reported{spec}, version{kubelet}, behaviour{release::behaviour_of(release::parse_release(kubelet).value())} {
    world.pod = std::make_shared<const api::Pod>(reported.pod);
  }
  ~Fixture() { scheduler.clear(); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  /// Builds the status as the kubelet would, and sets it.
  void report() {
    reported.pod = *world.pod;
    if (const api::PodStatus* known = statuses.status_of("uid-1")) reported.pod.status = *known;
    statuses.set_pod_status(world.pod, reported.build(version).status);
  }
  /// After the kubelet has heard of the pod.
  void pass(sim::Duration duration) {
    statuses.invalidate("uid-1");
    scheduler.run_until(scheduler.now() + duration);
  }

  ReportedPod reported;
  std::string_view version;
  release::Behaviour behaviour;
  World world;
  sim::Scheduler scheduler{start};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}};
  StatusManager statuses{{.process = process,
                          .timing = timing,
                          .api = world,
                          .safety = world,
                          .behaviour = behaviour,
                          .pods = world,
                          .ticker = Ticker{start + std::chrono::seconds{10}, std::chrono::seconds{10}},
                          .idle_work = sim::IdleWork::checked}};
};

}  // namespace

TEST_CASE("a status reaches the API within milliseconds, with times in whole seconds") {
  Fixture node{one_container};
  node.report();
  CHECK(node.world.patches.empty());
  node.pass(10ms);
  REQUIRE(node.world.patches.size() == 1);
  const api::PodStatus& status = node.world.patches.front();
  CHECK(status.start_time == sim::from_unix_seconds(1'700'000'000));
  CHECK(api::find_condition(status, "Ready")->last_transition_time == sim::from_unix_seconds(1'700'000'000));
}

TEST_CASE("a status that the API server does not take is written at the next tick after it is back") {
  Fixture node{one_container};
  node.world.reachable = false;
  node.report();
  node.pass(25s);
  CHECK(node.world.patches.empty());
  node.world.reachable = true;
  node.pass(4s);
  CHECK(node.world.patches.empty());
  node.pass(2s);
  CHECK(node.world.patches.size() == 1);
}

TEST_CASE("a tick does not look at a pod again before something has changed") {
  Fixture node{one_container};
  node.report();
  node.pass(25s);
  const auto looks_at_a_tick = [&node] {
    const int before = node.world.pods_found;
    node.statuses.schedule_sync();
    node.scheduler.run_until(node.scheduler.now() + 10s);
    return node.world.pods_found - before;
  };
  CHECK(looks_at_a_tick() > 0);
  CHECK(looks_at_a_tick() == 0);
  node.statuses.invalidate("uid-1");
  CHECK(looks_at_a_tick() > 0);
  CHECK(looks_at_a_tick() == 0);
}

TEST_CASE("a tick looks once at a deleted pod whose status was forgotten and made anew") {
  const auto looks_at_a_tick = [](int times_forgotten) {
    Fixture node{one_container, "1.26"};
    node.world.request_deletion();
    node.report();
    for (int times = 0; times < times_forgotten; ++times) {
      node.statuses.remove_orphaned_statuses({});
      node.report();
    }
    node.pass(9s);
    const int before = node.world.pods_found;
    node.pass(2s);
    return node.world.pods_found - before;
  };
  CHECK(looks_at_a_tick(0) > 0);
  CHECK(looks_at_a_tick(3) == looks_at_a_tick(0));
}

TEST_CASE("the same status is not written twice, and startTime never changes") {
  Fixture node{one_container};
  node.report();
  node.pass(5s);
  node.report();
  node.pass(5s);
  CHECK(node.world.patches.size() == 1);
  node.reported.observe("app", ContainerState::running);
  node.report();
  node.pass(5s);
  REQUIRE(node.world.patches.size() == 2);
  CHECK(node.world.patches.back().start_time == node.world.patches.front().start_time);
  CHECK(api::find_condition(node.world.patches.back(), "Ready")->last_transition_time ==
        sim::from_unix_seconds(1'700'000'010));
  CHECK(api::find_condition(node.world.patches.back(), "PodScheduled")->last_transition_time ==
        sim::from_unix_seconds(1'700'000'000));
}

TEST_CASE("the result of a readiness probe is written without a new sync") {
  Fixture node{"{'containers': [{'name': 'app', 'image': 'a', 'readinessProbe': {'exec': {'command': ['x']}}}]}"};
  node.reported.observe("app", ContainerState::running);
  node.reported.probes.readiness_workers.insert("app");
  node.report();
  node.pass(1s);
  node.statuses.set_container_readiness("uid-1", "app-0", true);
  node.statuses.set_container_readiness("uid-1", "nobody", true);
  node.pass(1s);
  REQUIRE(node.world.patches.size() == 2);
  CHECK(node.world.patches.back().container_statuses.at(0).ready);
  CHECK(api::find_condition(node.world.patches.back(), "Ready")->status == "True");
  CHECK(api::find_condition(node.world.patches.back(), "ContainersReady")->status == "True");
}

TEST_CASE("the result of a startup probe is written without a new sync") {
  Fixture node{one_container};
  node.reported.observe("app", ContainerState::running);
  node.reported.probes.startup_workers.insert("app");
  node.report();
  node.pass(1s);
  node.statuses.set_container_startup("uid-1", "app-0", true);
  node.pass(1s);
  CHECK(node.world.patches.back().container_statuses.at(0).started == true);
}

TEST_CASE("a terminal phase waits until no container can run any more, since 1.22") {
  Fixture node{never};
  node.reported.observe("app", ContainerState::exited, 0);
  node.report();
  node.pass(1s);
  CHECK(node.world.patches.back().phase == PodPhase::none);
  CHECK(api::find_condition(node.world.patches.back(), "Ready")->reason == "PodCompleted");
  node.world.may_run = false;
  node.statuses.terminate_pod(node.world.pod);
  node.pass(1s);
  CHECK(node.world.patches.back().phase == PodPhase::succeeded);
  Fixture older{never, "1.21"};
  older.reported.observe("app", ContainerState::exited, 0);
  older.report();
  older.pass(1s);
  CHECK(older.world.patches.back().phase == PodPhase::succeeded);
}

TEST_CASE("a deleted pod is removed once it has ended, with a terminal phase since 1.27") {
  Fixture node{one_container};
  node.reported.observe("app", ContainerState::running);
  node.report();
  node.world.request_deletion();
  node.reported.observed.containers.front().state = ContainerState::exited;
  node.reported.observed.containers.front().exit_code = 143;
  node.report();
  node.pass(1s);
  REQUIRE(node.world.pod);
  CHECK(node.world.pod->status.phase == PodPhase::running);
  node.world.may_run = false;
  node.statuses.terminate_pod(node.world.pod);
  node.pass(1s);
  CHECK_FALSE(node.world.pod);
  CHECK(node.world.patches.back().phase == PodPhase::failed);
  CHECK(node.statuses.status_of("uid-1") == nullptr);
}

TEST_CASE("up to 1.26 a deleted pod is removed when its containers are, at a ten-second tick at the latest") {
  Fixture node{one_container, "1.26"};
  node.reported.observe("app", ContainerState::exited, 143);
  node.world.request_deletion();
  node.report();
  node.pass(1s);
  REQUIRE(node.world.pod);
  node.pass(15s);
  REQUIRE(node.world.pod);
  node.world.reclaimed = true;
  node.pass(10s);
  CHECK_FALSE(node.world.pod);
  CHECK(node.world.patches.back().phase == PodPhase::running);
}

TEST_CASE(
    "a status of a static pod whose mirror pod is replaced under way is written to the new one at the next tick") {
  Fixture node{one_container};
  api::Pod mirrored = *node.world.pod;
  mirrored.metadata.annotations[api::config_annotation::source] = "file";
  node.world.pod = std::make_shared<const api::Pod>(mirrored);
  node.world.is_mirrored = true;
  node.report();
  node.pass(2100us);
  mirrored.metadata.uid = "uid-2";
  node.world.pod = std::make_shared<const api::Pod>(mirrored);
  node.pass(5s);
  CHECK(node.world.patches.empty());
  node.pass(6s);
  CHECK(node.world.patches.size() == 1);
}

TEST_CASE("a completed container may not come back where it is not restarted") {
  Fixture node{never};
  node.reported.observe("app", ContainerState::exited, 0);
  node.report();
  node.pass(1s);
  const std::size_t written = node.world.patches.size();
  node.reported.observe("app", ContainerState::running);
  node.report();
  node.pass(1s);
  CHECK(node.world.patches.size() == written);
  CHECK(std::holds_alternative<api::StateTerminated>(node.statuses.status_of("uid-1")->container_statuses.at(0).state));
}

TEST_CASE("conditions of others survive a write, and a gate that somebody sets is noticed") {
  Fixture node{
      "{'containers': [{'name': 'app', 'image': 'a'}], 'readinessGates': [{'conditionType': 'example.com/gate'}]}"};
  node.reported.observe("app", ContainerState::running);
  node.report();
  node.pass(1s);
  CHECK_FALSE(node.statuses.needs_readiness_reconciliation(*node.world.pod));
  api::Pod changed = *node.world.pod;
  api::PodCondition gate;
  gate.type = "example.com/gate";
  gate.status = "True";
  changed.status.conditions.push_back(gate);
  node.world.pod = std::make_shared<const api::Pod>(changed);
  CHECK(node.statuses.needs_readiness_reconciliation(*node.world.pod));
  node.reported.pod.status = changed.status;
  node.statuses.set_pod_status(node.world.pod, node.reported.build("1.28").status);
  node.pass(1s);
  CHECK(api::find_condition(node.world.patches.back(), "example.com/gate")->status == "True");
  CHECK(api::find_condition(node.world.patches.back(), "Ready")->status == "True");
}

TEST_CASE("statuses of pods that nobody wants are forgotten") {
  Fixture node{one_container};
  node.report();
  node.statuses.remove_orphaned_statuses({"uid-1"});
  CHECK(node.statuses.status_of("uid-1") != nullptr);
  node.statuses.remove_orphaned_statuses({"uid-2"});
  CHECK(node.statuses.status_of("uid-1") == nullptr);
}

TEST_CASE("a pod that changes although its input did not is found where idle ticks are executed") {
  Fixture node{one_container};
  node.report();
  node.pass(25s);
  node.statuses.check_all();
  node.scheduler.run_until(node.scheduler.now() + 1s);
  api::Pod changed = *node.world.pod;
  changed.status.phase = PodPhase::failed;
  node.world.pod = std::make_shared<const api::Pod>(changed);
  CHECK_THROWS_AS(node.statuses.check_all(), InvariantViolation);
  node.statuses.invalidate("uid-1");
  CHECK_NOTHROW(node.statuses.check_all());
}

}  // namespace podreel::kubelet

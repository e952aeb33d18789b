#include "engine/kubelet/allocation/allocation_manager.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <utility>

#include "runtime_fake/fake_runtime.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/reported_pod.hpp"
#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

/// "ResizeStarted", and what is told beside a pod's resources.
class ResizeEvents final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, sync::EventType type, std::string_view reason,
              std::string /*message*/) override {
    reported.push_back(fmt::format("{} {}", sync::to_string(type), reason));
  }
  std::vector<std::string> reported;
};

using Reported = std::vector<std::string>;

/// A kubelet whose pods ask for CPU.
struct Allocating : WorkerPool, PodAdmitHandler, PodSyncTrigger {
  explicit Allocating(const std::string& release = "1.35.0", NodeDescription described = {})
      : behaviour{testing::behaviour_of_label(release)},
        node{std::move(described)},
        manager{{{process, timing, runtime, behaviour, events, recorder},
                 allocated,
                 actuated,
                 node,
                 pods,
                 *this,
                 preemption,
                 sources,
                 *this}} {
    add_sources();
  }

  Admission admit(const api::Pod& /*pod*/) override {
    Admission admission;
    admission.rejection = rejection;
    admission.victims = victims;
    return admission;
  }
  void trigger_pod_sync(const api::PodPtr& pod) override { synced.emplace_back(pod->metadata.uid); }
  void add_sources() {
    sources.add(PodSource::api);
    sources.add(PodSource::file);
  }

  /// The pod asks for so much from now on; without an amount it asks for nothing.
  api::PodPtr ask(const std::string& uid, const std::string& cpu) {
    const std::string resources = cpu.empty() ? "" : fmt::format(", 'resources': {{'requests': {{'cpu': '{}'}}}}", cpu);
    api::Pod made =
        testing::ReportedPod{fmt::format("{{'containers': [{{'name': 'app', 'image': 'a'{}}}]}}", resources)}.pod;
    made.metadata.uid = uid;
    made.metadata.generation = ++generation;
    const auto asking = std::make_shared<const api::Pod>(std::move(made));
    pods.set(asking);
    return asking;
  }
  /// One that was admitted with one CPU, and asks for two.
  api::PodPtr resized(const std::string& uid = "uid") {
    CHECK_FALSE(manager.add(ask(uid, "1")));
    const api::PodPtr pod = ask(uid, "2");
    CHECK(manager.update(nullptr, pod));
    return pod;
  }
  void retry(const memory::Text& synced_anyway = {}) {
    sim::spawn(process, manager.retry(synced_anyway));
    scheduler.run_until(scheduler.now());
  }
  void pass(sim::Duration time) { scheduler.run_until(scheduler.now() + time); }
  /// Somebody else is given room, for which a pod has to end.
  void preempt() {
    syncer.takes = 5s;
    sim::spawn(process, preemption.make_room({std::make_shared<const api::Pod>(WorkerPool::pod())}));
    pass(1s);
    REQUIRE(preemption.is_under_way());
  }
  [[nodiscard]] std::string cpu_of(const api::PodPtr& pod) const {
    return manager.allocated(pod)->spec->containers.front().requests.at("cpu");
  }
  /// Whether anything waits.
  bool waits() { return manager.remove("nobody"); }

  release::Behaviour behaviour;
  NodeDescription node;
  runtime_fake::FakeRuntime runtime{scheduler, timing, recorder, {}};
  ResizeEvents events;
  AllocatedResources allocated;
  sync::ActuatedResources actuated;
  Preemption preemption{process, events, workers};
  PodManager pods;
  SourcesReady sources;
  std::optional<Rejection> rejection;
  std::vector<api::PodPtr> victims;
  std::vector<std::string> synced;
  std::int64_t generation = 0;
  AllocationManager manager;
};

const Rejection full{"OutOfcpu", "Node didn't have enough resource: cpu"};

}  // namespace

TEST_CASE("a pod has what it was admitted with until its resize is allocated, and then is synced") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  CHECK(node.cpu_of(pod) == "1");
  CHECK(node.waits());
  node.retry();
  CHECK(node.manager.allocated(pod) == pod);
  CHECK_FALSE(node.waits());
  CHECK(node.synced == Reported{"uid"});
  CHECK(node.events.reported == Reported{"Normal ResizeStarted"});
  REQUIRE(node.manager.conditions("uid") != nullptr);
  CHECK(node.manager.conditions("uid")->in_progress->generation == pod->metadata.generation);
  CHECK_FALSE(node.manager.conditions("uid")->pending);
}

TEST_CASE("the pod whose sync asks is not told to sync, and others are") {
  Allocating node;
  node.resized("a");
  node.resized("b");
  node.retry("a");
  CHECK(node.synced == Reported{"b"});
}

TEST_CASE("a resize without room waits, is told of once, and is tried again after three minutes") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.rejection = full;
  node.retry();
  CHECK(node.cpu_of(pod) == "1");
  CHECK(node.waits());
  CHECK(node.manager.conditions("uid")->pending->reason == "Deferred");
  CHECK(node.events.reported == Reported{"Warning ResizeDeferred"});
  CHECK(node.synced == Reported{"uid"});
  node.retry();
  CHECK(node.synced == Reported{"uid"});
  CHECK(node.events.reported.size() == 1);
  node.rejection.reset();
  node.pass(3min - 1s);
  CHECK(node.cpu_of(pod) == "1");
  node.pass(1s);
  CHECK(node.cpu_of(pod) == "2");
  CHECK_FALSE(node.manager.conditions("uid")->pending);
  CHECK(node.synced == Reported{"uid", "uid"});
  node.pass(10min);
  CHECK(node.events.reported == Reported{"Warning ResizeDeferred", "Normal ResizeStarted"});
}

TEST_CASE("a resize that the node can never make is told of and waits no longer") {
  Allocating node{"1.35.0", {.allocatable = api::ResourceList{{"cpu", "1"}}}};
  const api::PodPtr pod = node.resized();
  node.retry();
  CHECK(node.manager.conditions("uid")->pending->reason == "Infeasible");
  CHECK(node.events.reported == Reported{"Warning ResizeInfeasible"});
  CHECK_FALSE(node.waits());
  CHECK(node.cpu_of(pod) == "1");
}

TEST_CASE("who takes his wish back, or goes, does not wait any more") {
  Allocating node;
  node.resized();
  node.rejection = full;
  node.retry();
  CHECK_FALSE(node.manager.update(nullptr, node.ask("uid", "1")));
  CHECK_FALSE(node.waits());
  CHECK_FALSE(node.manager.conditions("uid")->pending);
  node.resized("other");
  CHECK_FALSE(node.manager.remove("other"));
  CHECK(node.manager.allocation("other") == nullptr);
  node.synced.clear();
  node.retry();
  CHECK(node.synced.empty());
}

TEST_CASE("nothing is tried before all pods are known, but half a minute later") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.sources = {};
  node.retry();
  node.add_sources();
  node.pass(30s - 1ms);
  CHECK(node.cpu_of(pod) == "1");
  node.pass(1ms);
  CHECK(node.cpu_of(pod) == "2");
}

TEST_CASE("a pod that asks for nothing cannot be resized, and is not written down") {
  Allocating node;
  CHECK_FALSE(node.manager.add(node.ask("uid", "")));
  CHECK(node.manager.allocation("uid") == nullptr);
  const api::PodPtr pod = node.ask("uid", "1");
  CHECK(node.manager.allocated(pod) == pod);
}

TEST_CASE("a kubelet that finds a pod with other resources than it was allocated is to try it") {
  Allocating node;
  node.allocated.set(*node.ask("uid", "1"));
  CHECK(node.manager.add(node.ask("uid", "2")));
  CHECK(node.waits());
  Allocating older{"1.33.0"};
  older.allocated.set(*older.ask("uid", "1"));
  CHECK_FALSE(older.manager.add(older.ask("uid", "2")));
  CHECK_FALSE(older.waits());
}

TEST_CASE("1.33 allocates within the sync, and tells no events") {
  Allocating node{"1.33.0"};
  CHECK_FALSE(node.manager.add(node.ask("uid", "1")));
  const api::PodPtr pod = node.ask("uid", "2");
  CHECK_FALSE(node.manager.update(nullptr, pod));
  CHECK(node.manager.is_allocated_in_sync(pod));
  sim::spawn(node.process, node.manager.allocate(pod));
  node.pass(0s);
  CHECK_FALSE(node.manager.is_allocated_in_sync(pod));
  CHECK(node.cpu_of(pod) == "2");
  CHECK(node.events.reported.empty());
  CHECK(node.manager.conditions("uid")->in_progress);
  Allocating later;
  CHECK_FALSE(later.manager.is_allocated_in_sync(later.resized()));
}

TEST_CASE("where pods cannot be resized each has what its spec says") {
  Allocating node{"1.26.0"};
  CHECK_FALSE(node.manager.add(node.ask("uid", "1")));
  const api::PodPtr pod = node.ask("uid", "2");
  CHECK(node.manager.allocated(pod) == pod);
  CHECK(node.manager.allocation("uid") == nullptr);
  CHECK(node.manager.early() == nullptr);
  CHECK(Allocating{"1.30.0+InPlacePodVerticalScaling"}.manager.early() != nullptr);
  CHECK(Allocating{}.manager.early() == nullptr);
}

TEST_CASE("a resize is in progress while a running container does not have what was allocated, and then complete") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.retry();
  node.actuated.set("uid", "app", {.cpu_request = 1000});
  runtime::PodStatus observed;
  runtime::ContainerStatus& app = observed.containers.emplace_back();
  app.name = "app";
  app.state = runtime::ContainerState::running;
  CHECK(node.manager.begin_sync(pod, observed) == pod);
  CHECK(node.manager.conditions("uid")->in_progress);
  node.actuated.set("uid", "app", {.cpu_request = 2000});
  static_cast<void>(node.manager.begin_sync(pod, observed));
  CHECK_FALSE(node.manager.conditions("uid")->in_progress);
  CHECK(node.events.reported == Reported{"Normal ResizeStarted", "Normal ResizeCompleted"});
  static_cast<void>(node.manager.begin_sync(pod, observed));
  CHECK(node.events.reported.size() == 2);
  // What does not run cannot lack anything.
  node.actuated.set("uid", "app", {.cpu_request = 1000});
  app.state = runtime::ContainerState::exited;
  static_cast<void>(node.manager.begin_sync(pod, observed));
  CHECK_FALSE(node.manager.conditions("uid")->in_progress);
}

TEST_CASE("a resize that failed is told of once for each error") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.retry();
  node.events.reported.clear();
  sync::PodSyncResult result;
  result.add(sync::SyncAction::start_container, "app").failure = sync::SyncFailure{"ErrImagePull", "no"};
  result.add(sync::SyncAction::resize_pod_in_place, "web");
  node.manager.end_sync(*pod, result);
  CHECK(node.events.reported.empty());
  result.results.back().failure = sync::SyncFailure{"ResizePodInPlaceError", "cgroup is busy"};
  node.manager.end_sync(*pod, result);
  CHECK(node.events.reported == Reported{"Warning ResizeError"});
  node.manager.end_sync(*pod, result);
  CHECK(node.events.reported == Reported{"Warning ResizeError"});
  CHECK(node.manager.conditions("uid")->in_progress->message == "cgroup is busy");
}

TEST_CASE("who asks for less goes before who asks for more") {
  Allocating node;
  CHECK_FALSE(node.manager.add(node.ask("grows", "1")));
  CHECK_FALSE(node.manager.add(node.ask("shrinks", "2")));
  CHECK(node.manager.update(nullptr, node.ask("grows", "2")));
  CHECK(node.manager.update(nullptr, node.ask("shrinks", "1")));
  node.retry();
  CHECK(node.synced == Reported{"shrinks", "grows"});
}

TEST_CASE("while pods end for somebody else nobody is given room") {
  Allocating node{"1.33.0"};
  CHECK_FALSE(node.manager.add(node.ask("uid", "1")));
  const api::PodPtr pod = node.ask("uid", "2");
  node.preempt();
  sim::spawn(node.process, node.manager.allocate(pod));
  node.pass(1s);
  CHECK(node.cpu_of(pod) == "1");
  node.pass(1min);
  CHECK(node.cpu_of(pod) == "2");
}

TEST_CASE("those who wait while pods end for somebody else go in the order that they have by then") {
  Allocating node;
  CHECK_FALSE(node.manager.add(node.ask("grows", "1")));
  CHECK_FALSE(node.manager.add(node.ask("shrinks", "2")));
  node.preempt();
  CHECK(node.manager.update(nullptr, node.ask("grows", "2")));
  node.retry();
  CHECK(node.manager.update(nullptr, node.ask("shrinks", "1")));
  node.retry();
  CHECK(node.synced.empty());
  node.pass(1min);
  CHECK(node.synced == Reported{"shrinks", "grows"});
}

TEST_CASE("in 1.33 who takes his wish back waits no longer from the next sync on") {
  Allocating node{"1.33.0"};
  CHECK_FALSE(node.manager.add(node.ask("uid", "1")));
  const api::PodPtr pod = node.ask("uid", "2");
  node.rejection = full;
  sim::spawn(node.process, node.manager.allocate(pod));
  node.pass(0s);
  static_cast<void>(node.manager.begin_sync(pod, {}));
  REQUIRE(node.manager.conditions("uid") != nullptr);
  CHECK(node.manager.conditions("uid")->pending);
  static_cast<void>(node.manager.begin_sync(node.ask("uid", "1"), {}));
  const PodResizeConditions* left = node.manager.conditions("uid");
  CHECK_FALSE((left != nullptr && left->pending));
}

TEST_CASE("a sidecar's resize is in progress as a container's is, and an init container has none, in 1.36 either") {
  for (const auto& [release, is_sidecar] :
       {std::pair{"1.35.0", true}, {"1.35.0", false}, {"1.36.3", true}, {"1.36.3", false}}) {
    Allocating node{release};
    api::Pod made =
        testing::ReportedPod{
            std::string{"{'initContainers': [{'name': 'side', 'image': 's', 'resources': {'requests': {'cpu': '2'}}"} +
            (is_sidecar ? ", 'restartPolicy': 'Always'" : "") + "}], 'containers': [{'name': 'app', 'image': 'a'}]}"}
            .pod;
    made.metadata.uid = "uid";
    const auto pod = std::make_shared<const api::Pod>(std::move(made));
    CHECK_FALSE(node.manager.add(pod));
    node.actuated.set("uid", "side", {.cpu_request = 1000});
    node.actuated.set("uid", "app", {});
    runtime::PodStatus observed;
    for (const char* name : {"side", "app"}) {
      runtime::ContainerStatus& running = observed.containers.emplace_back();
      running.name = name;
      running.state = runtime::ContainerState::running;
    }
    static_cast<void>(node.manager.begin_sync(pod, observed));
    const PodResizeConditions* conditions = node.manager.conditions("uid");
    CHECK((conditions != nullptr && conditions->in_progress) == is_sidecar);
  }
}

TEST_CASE("a resize for which others have to end is made when they have ended") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.syncer.takes = 5s;
  node.victims = {std::make_shared<const api::Pod>(WorkerPool::pod())};
  node.retry();
  CHECK(node.preemption.is_under_way());
  CHECK(node.cpu_of(pod) == "1");
  node.pass(1min);
  CHECK_FALSE(node.preemption.is_under_way());
  CHECK(node.cpu_of(pod) == "2");
}

TEST_CASE("a try puts the next one off, and the next resize in progress is the last one that was asked for") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.rejection = full;
  node.retry();
  node.pass(1min);
  node.retry();
  node.rejection.reset();
  node.pass(2min + 30s);
  CHECK(node.cpu_of(pod) == "1");
  node.pass(1min);
  CHECK(node.cpu_of(pod) == "2");
  const api::PodPtr again = node.ask("uid", "3");
  CHECK(node.manager.update(nullptr, again));
  node.retry();
  CHECK(node.manager.conditions("uid")->in_progress->generation == again->metadata.generation);
  CHECK_FALSE(node.manager.remove("uid"));
  CHECK(node.manager.conditions("uid") == nullptr);
}

TEST_CASE("a kubelet takes over what one before it has reported of resizes, where that is reported in conditions") {
  for (const auto& each : {std::pair{"1.35.0", true}, std::pair{"1.30.0+InPlacePodVerticalScaling", false}}) {
    Allocating node{each.first};
    api::Pod made = *node.ask("uid", "1");
    api::PodCondition pending;
    pending.type = "PodResizePending";
    pending.status = "True";
    pending.reason = "Deferred";
    made.status.conditions = {pending};
    CHECK_FALSE(node.manager.add(std::make_shared<const api::Pod>(std::move(made))));
    CHECK((node.manager.conditions("uid") != nullptr) == each.second);
  }
}

TEST_CASE("an update that asks for the same resources as before retries nothing") {
  Allocating node;
  const api::PodPtr pod = node.resized();
  node.rejection = full;
  node.retry();
  CHECK_FALSE(node.manager.update(pod, std::make_shared<const api::Pod>(*pod)));
  CHECK(node.waits());
}

namespace {

/// The pod, whose status reports that its container has so much CPU.
api::PodPtr reporting(const api::PodPtr& pod, const char* cpu, api::PodPhase phase = api::PodPhase::running) {
  api::Pod reported = *pod;
  reported.status.phase = phase;
  api::ContainerStatus status;
  status.name = "app";
  status.resources_requests_limits.emplace(api::ResourceList{{"cpu", cpu}}, api::ResourceList{});
  reported.status.container_statuses = {};
  reported.status.container_statuses.push_back(std::move(status));
  return std::make_shared<const api::Pod>(std::move(reported));
}

}  // namespace

TEST_CASE("those who wait are tried when a status reports less than before, and not when it reports more") {
  Allocating node;
  CHECK_FALSE(node.manager.add(node.ask("big", "1")));
  const api::PodPtr big = node.pods.find("big");
  CHECK_FALSE(node.manager.reconcile(reporting(big, "3"), reporting(big, "1")));
  node.resized();
  node.rejection = full;
  node.retry();
  CHECK(node.manager.reconcile(reporting(big, "3"), reporting(big, "2")));
  CHECK_FALSE(node.manager.reconcile(reporting(big, "2"), reporting(big, "3")));
  CHECK_FALSE(node.manager.reconcile(reporting(big, "1"), reporting(big, "500m")));
  CHECK_FALSE(node.manager.reconcile(nullptr, reporting(big, "1")));
}

TEST_CASE("from 1.36 on those who wait are tried when a status says that a pod has ended") {
  for (const auto& [release, is_tried] : {std::pair{"1.35.0", false}, std::pair{"1.36.0", true}}) {
    Allocating node{release};
    CHECK_FALSE(node.manager.add(node.ask("big", "1")));
    const api::PodPtr big = node.pods.find("big");
    node.resized();
    node.rejection = full;
    node.retry();
    const api::PodPtr ended = reporting(big, "1", api::PodPhase::succeeded);
    CHECK(node.manager.reconcile(reporting(big, "1"), ended) == is_tried);
    CHECK_FALSE(node.manager.reconcile(ended, ended));
  }
}

TEST_CASE("in 1.32 every sync that finds no room for a resize records an event") {
  Allocating node{"1.32.10+InPlacePodVerticalScaling"};
  CHECK_FALSE(node.manager.add(node.ask("uid", "1")));
  const api::PodPtr pod = node.ask("uid", "2");
  node.rejection = full;
  for (int syncs = 0; syncs < 2; ++syncs) {
    sim::spawn(node.process, node.manager.allocate(pod));
    node.pass(0s);
  }
  CHECK(node.events.reported == Reported{"Warning ResizeDeferred", "Warning ResizeDeferred"});
}

}  // namespace podreel::kubelet

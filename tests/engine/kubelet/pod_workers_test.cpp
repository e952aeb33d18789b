#include "engine/kubelet/pod_workers.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

namespace {

constexpr Time start{1000s};

/// Takes notes of what it is asked to do and answers as the test says.
class NotingSyncer final : public PodSyncer {
 public:
  explicit NotingSyncer(const sim::Process& process) : process_{process} {}

  [[nodiscard]] SyncInputs inputs_of(const api::Text&) const override { return inputs; }
  sim::Task<StageOutcome> sync_pod(UpdateType, api::PodPtr, CachedStatus) override { return note("sync"); }
  sim::Task<StageOutcome> sync_terminating_pod(api::PodPtr, CachedStatus, Termination termination) override {
    const std::string how = termination.status ? " for another" : "";
    const auto& grace = termination.grace_period_seconds;
    return note((grace ? "terminating " + std::to_string(*grace) : "terminating by its own grace") + how);
  }
  sim::Task<StageOutcome> sync_terminating_runtime_pod(runtime::RunningPod,
                                                       std::optional<std::int64_t> grace) override {
    return note("orphan " + std::to_string(grace.value_or(-1)));
  }
  sim::Task<StageOutcome> sync_terminated_pod(api::PodPtr, CachedStatus) override { return note("terminated"); }

  /// "<what> at <milliseconds since the start>".
  std::vector<std::string> notes;
  std::vector<std::string> what;
  StageOutcome outcome;
  SyncInputs inputs;
  sim::Duration takes{};

 private:
  sim::Task<StageOutcome> note(std::string done) {
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(process_.now() - start);
    notes.push_back(done + " at " + std::to_string(elapsed.count()));
    what.push_back(std::move(done));
    co_await sim::sleep_for(process_, takes);
    co_return outcome;
  }

  const sim::Process& process_;
};

/// A worker pool over a cache that is relisted at every whole second.
struct Fixture {
  sim::Scheduler scheduler{start};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  NotingSyncer syncer{process};
  PodCache cache{process};
  WorkQueue queue;
  PodWorkers workers{process, syncer, cache, queue, timing, recorder, {}};

  Fixture() {
    cache.set_clock([this] { return std::optional{sim::truncated_to_seconds(scheduler.now())}; });
    cache.on_wait([this] { process.at(sim::truncated_to_seconds(scheduler.now()) + 1s, [this] { cache.notify(); }); });
    at(100ms);
  }
  ~Fixture() { scheduler.clear(); }

  static api::Pod pod(std::int64_t grace = 30) {
    auto spec = std::make_shared<api::PodSpec>();
    spec->termination_grace_period_seconds = grace;
    api::Pod result;
    result.metadata.name = "web";
    result.metadata.uid = "u";
    result.spec = std::move(spec);
    return result;
  }
  void update(UpdateType type, const api::Pod& pod) {
    workers.update_pod({.type = type, .pod = std::make_shared<const api::Pod>(pod)});
  }
  void at(sim::Duration when) { scheduler.run_until(start + when); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a second sync of a pod waits for a relist that began after the first") {
  syncer.takes = 300ms;
  update(UpdateType::create, pod());
  at(200ms);
  update(UpdateType::sync, pod());
  at(5s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 1000"});
}

TEST_CASE_FIXTURE(Fixture, "updates that come during a sync become one") {
  syncer.takes = 300ms;
  update(UpdateType::create, pod());
  at(200ms);
  for (int count = 0; count < 5; ++count) update(UpdateType::sync, pod());
  at(10s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "sync"});
}

TEST_CASE_FIXTURE(Fixture, "a sync that goes well is repeated after 60 to 90 s, a failed one after 10 to 15 s") {
  update(UpdateType::create, pod());
  at(200ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= start + 60s);
  CHECK(queue.first()->ready <= start + 91s);
  syncer.outcome.error = "broken";
  update(UpdateType::sync, pod());
  at(2s);
  CHECK(queue.first()->ready >= start + 11s);
  CHECK(queue.first()->ready <= start + 17s);
}

TEST_CASE_FIXTURE(Fixture,
                  "a sync that failed for a back-off is repeated when that ends, or up to half as long after") {
  syncer.outcome.error = "backed off";
  syncer.outcome.back_off_ends = start + 40s;
  update(UpdateType::create, pod());
  at(200ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= start + 40s);
  CHECK(queue.first()->ready <= start + 60s);
  syncer.outcome.back_off_ends = start + 1h;
  update(UpdateType::sync, pod());
  at(2s);
  CHECK(queue.first()->ready >= start + 61s);
  CHECK(queue.first()->ready <= start + 92s);
  syncer.outcome.back_off_ends = start;
  update(UpdateType::sync, pod());
  at(3500ms);
  CHECK(queue.first()->ready <= start + 3500ms);
}

TEST_CASE_FIXTURE(Fixture, "a sync that did something asks for a relist of its pod, and the next waits for that only") {
  workers.on_relist_wanted([this](const api::Text& uid) {
    cache.set(uid, cache.get(uid), scheduler.now());
    process.at(scheduler.now() + 5ms, [this, uid] {
      cache.set_observed_time(uid, scheduler.now());
      cache.notify();
    });
  });
  syncer.outcome.wants_relist = true;
  update(UpdateType::create, pod());
  at(150ms);
  update(UpdateType::sync, pod());
  at(900ms);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 150"});
}

TEST_CASE_FIXTURE(Fixture, "a pod is quiet as long as nothing that its idle sync looked at has changed") {
  const auto web = std::make_shared<const api::Pod>(pod());
  CHECK_FALSE(workers.is_quiet(*web));
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(1500ms);
  CHECK_FALSE(workers.is_quiet(*web));
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), start + 1s);
  workers.update_pod({.type = UpdateType::sync, .pod = web});
  at(1600ms);
  CHECK_FALSE(workers.is_quiet(*web));
  at(4s);
  CHECK(workers.is_quiet(*web));
  CHECK_FALSE(workers.is_quiet(pod()));
  ++syncer.inputs.probes;
  CHECK_FALSE(workers.is_quiet(*web));
  --syncer.inputs.probes;
  cache.set("u", {std::make_shared<runtime::PodStatus>(), {}}, start + 4s);
  CHECK_FALSE(workers.is_quiet(*web));
}

TEST_CASE_FIXTURE(Fixture, "a resync that is accounted for is no sync, and the next one is due as after a sync") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(70s);
  REQUIRE(workers.is_quiet(*web));
  workers.resync_quietly(*web);
  CHECK(syncer.what.size() == 1);
  CHECK(queue.first()->ready >= start + 130s);
  CHECK(queue.first()->ready <= start + 161s);
}

TEST_CASE_FIXTURE(Fixture, "a deleted pod is terminated, then terminated for good, a relist apart") {
  update(UpdateType::create, pod());
  at(2500ms);
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = start + 40s;
  deleted.metadata.deletion_grace_period_seconds = 10;
  update(UpdateType::update, deleted);
  at(3500ms);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "terminating 10 at 2500", "terminated at 3000"});
  CHECK(workers.is_known_terminated("u"));
  CHECK(workers.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(Fixture, "the grace period of a pod that is terminating can only become shorter") {
  syncer.takes = 5s;
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = start + 60s;
  deleted.metadata.deletion_grace_period_seconds = 20;
  syncer.outcome.error = "still running";
  update(UpdateType::create, deleted);
  at(200ms);
  deleted.metadata.deletion_grace_period_seconds = 50;
  update(UpdateType::update, deleted);
  deleted.metadata.deletion_grace_period_seconds = 3;
  at(7s);
  update(UpdateType::update, deleted);
  at(20s);
  CHECK(syncer.what == std::vector<std::string>{"terminating 20", "terminating 20", "terminating 3"});
}

TEST_CASE_FIXTURE(Fixture, "a pod that the source no longer has is killed with its own grace period") {
  update(UpdateType::create, pod(7));
  at(1500ms);
  update(UpdateType::kill, pod(7));
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 7", "terminated"});
}

TEST_CASE_FIXTURE(Fixture, "a finished pod goes through termination by itself") {
  syncer.outcome.is_terminal = true;
  update(UpdateType::create, pod());
  at(100ms);
  syncer.outcome.is_terminal = false;
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating by its own grace", "terminated"});
  update(UpdateType::sync, pod());
  at(10s);
  CHECK(syncer.notes.size() == 3);
}

TEST_CASE_FIXTURE(Fixture, "a pod that was finished before the kubelet started needs only its last stage") {
  api::Pod finished = pod();
  finished.status.phase = api::PodPhase::succeeded;
  update(UpdateType::create, finished);
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"terminated"});
}

TEST_CASE_FIXTURE(Fixture, "up to 1.26 such a pod is not synced at all, and housekeeping forgets it") {
  PodWorkers older{process, syncer, cache, queue, timing, recorder, {.sync_finished_pods = false}};
  api::Pod finished = pod();
  finished.status.phase = api::PodPhase::succeeded;
  older.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(finished)});
  at(5s);
  CHECK(syncer.what.empty());
  CHECK_FALSE(older.should_content_be_removed("u"));
  CHECK(older.sync_known_pods({"u"}).empty());
  CHECK(older.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(Fixture,
                  "a pod known from the runtime only is killed within a second and forgotten by housekeeping") {
  workers.update_pod({.type = UpdateType::kill,
                      .pod = nullptr,
                      .running_pod = runtime::RunningPod{.uid = "ghost"},
                      .grace_period_override = 1});
  at(1s);
  CHECK(syncer.what == std::vector<std::string>{"orphan 1"});
  CHECK(workers.is_known("ghost"));
  CHECK(workers.sync_known_pods({}).empty());
  CHECK_FALSE(workers.is_known("ghost"));
}

namespace {

struct WithoutStages : Fixture {
  PodWorkers looping{
      process, syncer, cache, queue, timing, recorder, {.takes_updates_at_once = true, .have_stages = false}};

  void tell(UpdateType type, const api::Pod& pod) {
    looping.update_pod({.type = type, .pod = std::make_shared<const api::Pod>(pod)});
  }
};

}  // namespace

TEST_CASE_FIXTURE(WithoutStages, "up to 1.21 a deleted pod is synced as any other, until its worker is forgotten") {
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = process.now();
  tell(UpdateType::create, deleted);
  at(1500ms);
  tell(UpdateType::sync, deleted);
  at(3s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "sync"});
  CHECK(looping.forget_all_but({"u"}) == std::vector<std::string>{"u"});
  CHECK(looping.forget_all_but({}).empty());
  CHECK_FALSE(looping.is_known("u"));
  CHECK_FALSE(queue.first());
}

TEST_CASE_FIXTURE(WithoutStages, "a worker that is forgotten during a sync ends that, and no other") {
  syncer.takes = 500ms;
  tell(UpdateType::create, pod());
  at(200ms);
  tell(UpdateType::sync, pod());
  looping.forget("u");
  CHECK(looping.is_known("u"));
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
  CHECK_FALSE(looping.is_known("u"));
}

TEST_CASE_FIXTURE(WithoutStages, "the worker after a forgotten one begins when that has ended, whatever the relist") {
  syncer.takes = 500ms;
  tell(UpdateType::create, pod());
  at(200ms);
  looping.forget("u");
  tell(UpdateType::create, pod());
  at(5s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 600"});
  CHECK(looping.is_known("u"));
}

namespace {

struct StaticPods : Fixture {
  PodWorkers taking_turns{process, syncer, cache, queue, timing, recorder, {.static_pods_take_turns = true}};

  void tell(UpdateType type, const std::string& uid) {
    taking_turns.update_pod(
        {.type = type, .pod = std::make_shared<const api::Pod>(testing::make_static_pod("web-node-1", uid))});
  }
};

}  // namespace

TEST_CASE_FIXTURE(StaticPods, "a static pod starts at its first retry after the one that had its name has terminated") {
  tell(UpdateType::create, "first");
  at(1500ms);
  tell(UpdateType::kill, "first");
  tell(UpdateType::create, "second");
  CHECK(taking_turns.is_terminating("default/web-node-1"));
  at(8s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 30", "terminated"});
  CHECK_FALSE(taking_turns.is_terminating("default/web-node-1"));
  CHECK(taking_turns.sync_known_pods({"second"}) == std::vector<std::string>{"second"});
  at(9s);
  CHECK(syncer.what.size() == 3);
  REQUIRE(queue.first());
  CHECK(queue.first()->uid == "second");
  tell(UpdateType::sync, "second");
  at(10s);
  CHECK(syncer.what.size() == 4);
  CHECK(syncer.what.back() == "sync");
}

TEST_CASE_FIXTURE(StaticPods, "a static pod that is removed while it waits never starts") {
  tell(UpdateType::create, "first");
  at(1500ms);
  tell(UpdateType::create, "second");
  at(2500ms);
  REQUIRE(queue.first());
  tell(UpdateType::kill, "second");
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
  CHECK(taking_turns.is_known_terminated("second"));
  CHECK(taking_turns.sync_known_pods({"first"}) == std::vector<std::string>{"first"});
}

TEST_CASE_FIXTURE(Fixture, "a pod whose removal went unheard is terminated by its worker when housekeeping looks") {
  PodWorkers attentive{process, syncer, cache, queue, timing, recorder, {.orphans_terminate = true}};
  attentive.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(pod(20))});
  at(1500ms);
  CHECK(attentive.sync_known_pods({}) == std::vector<std::string>{"u"});
  at(4s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 20", "terminated"});
  CHECK(attentive.sync_known_pods({}).empty());
}

TEST_CASE_FIXTURE(Fixture, "older workers do nothing then") {
  workers.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(pod(20))});
  at(1500ms);
  CHECK(workers.sync_known_pods({}) == std::vector<std::string>{"u"});
  at(4s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
}

TEST_CASE_FIXTURE(Fixture, "who has a pod killed for another one hears when nothing of it runs any more") {
  update(UpdateType::create, pod(20));
  at(1500ms);
  std::optional<Time> stopped;
  syncer.takes = 3s;
  workers.update_pod({.type = UpdateType::kill,
                      .pod = std::make_shared<const api::Pod>(pod(20)),
                      .kill_status = KillStatus{"Preempting", "room"},
                      .on_stopped = [&] { stopped = scheduler.now(); }});
  at(4s);
  CHECK_FALSE(stopped);
  at(10s);
  CHECK(stopped == start + 4500ms);
  CHECK(syncer.what[1] == "terminating 20 for another");
  CHECK(workers.should_content_be_removed("u"));
  bool hears = false;
  workers.update_pod({.type = UpdateType::kill, .pod = std::make_shared<const api::Pod>(pod(20)), .on_stopped = [&] {
                        hears = true;
                      }});
  CHECK(hears);
}

TEST_CASE_FIXTURE(Fixture, "before housekeeping has seen the sources, an unknown pod may run") {
  CHECK(workers.could_have_running_containers("who"));
  workers.sync_known_pods({});
  CHECK_FALSE(workers.could_have_running_containers("who"));
}

TEST_CASE_FIXTURE(Fixture, "a kubelet that has been up for long knows all pods that run") {
  const PodWorkers old_workers{process, syncer, cache, queue, timing, recorder, {.pods_synced = true}};
  CHECK_FALSE(old_workers.could_have_running_containers("who"));
}

}  // namespace podreel::kubelet

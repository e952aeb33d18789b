#include "engine/kubelet/pod_workers.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/fake_node.hpp"
#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

TEST_CASE_FIXTURE(WorkerPool, "a second sync of a pod waits for a relist that began after the first") {
  syncer.takes = 300ms;
  update(UpdateType::create, pod());
  at(200ms);
  update(UpdateType::sync, pod());
  at(5s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 1000"});
}

TEST_CASE_FIXTURE(WorkerPool, "updates that come during a sync become one") {
  syncer.takes = 300ms;
  update(UpdateType::create, pod());
  at(200ms);
  for (int count = 0; count < 5; ++count) update(UpdateType::sync, pod());
  at(10s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "sync"});
}

TEST_CASE_FIXTURE(WorkerPool, "a sync that goes well is repeated after 60 to 90 s, a failed one after 10 to 15 s") {
  update(UpdateType::create, pod());
  at(200ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= worker_pool_start + 60s);
  CHECK(queue.first()->ready <= worker_pool_start + 91s);
  syncer.outcome.error = "broken";
  update(UpdateType::sync, pod());
  at(2s);
  CHECK(queue.first()->ready >= worker_pool_start + 11s);
  CHECK(queue.first()->ready <= worker_pool_start + 17s);
}

TEST_CASE_FIXTURE(WorkerPool,
                  "a sync that failed for a back-off is repeated when that ends, or up to half as long after") {
  syncer.outcome.error = "backed off";
  syncer.outcome.back_off_ends = worker_pool_start + 40s;
  update(UpdateType::create, pod());
  at(200ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= worker_pool_start + 40s);
  CHECK(queue.first()->ready <= worker_pool_start + 60s);
  syncer.outcome.back_off_ends = worker_pool_start + 1h;
  update(UpdateType::sync, pod());
  at(2s);
  CHECK(queue.first()->ready >= worker_pool_start + 61s);
  CHECK(queue.first()->ready <= worker_pool_start + 92s);
  syncer.outcome.back_off_ends = worker_pool_start;
  update(UpdateType::sync, pod());
  at(3500ms);
  CHECK(queue.first()->ready <= worker_pool_start + 3500ms);
}

TEST_CASE_FIXTURE(WorkerPool,
                  "a sync that did something asks for a relist of its pod, and the next waits for that only") {
  struct Relists final : PodWorkersObserver {
    explicit Relists(WorkerPool& of_pool) : pool{of_pool} {}
    void on_relist_requested(const memory::Text& uid) override {
      pool.cache.set(uid, pool.cache.get(uid), pool.scheduler.now());
      pool.process.at(pool.scheduler.now() + 5ms, [this, uid] {
        pool.cache.set_observed_time(uid, pool.scheduler.now());
        pool.cache.notify();
      });
    }
    WorkerPool& pool;
  } relists{*this};
  workers.notify(relists);
  syncer.outcome.wants_relist = true;
  update(UpdateType::create, pod());
  at(150ms);
  update(UpdateType::sync, pod());
  at(900ms);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 150"});
}

TEST_CASE_FIXTURE(WorkerPool, "a deleted pod is terminated, then terminated for good, a relist apart") {
  update(UpdateType::create, pod());
  at(2500ms);
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = worker_pool_start + 40s;
  deleted.metadata.deletion_grace_period_seconds = 10;
  update(UpdateType::update, deleted);
  at(3500ms);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "terminating 10 at 2500", "terminated at 3000"});
  CHECK(workers.is_known_terminated("u"));
  CHECK(workers.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(WorkerPool, "an update that comes while a pod terminates is not lost when it has terminated") {
  syncer.takes = 500ms;
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = worker_pool_start + 40s;
  deleted.metadata.deletion_grace_period_seconds = 10;
  update(UpdateType::create, deleted);
  at(300ms);
  deleted.metadata.deletion_grace_period_seconds = 7;
  update(UpdateType::update, deleted);
  at(3500ms);
  REQUIRE(syncer.terminated);
  CHECK(syncer.terminated->metadata.deletion_grace_period_seconds == 7);
}

TEST_CASE_FIXTURE(WorkerPool, "the grace period of a pod that is terminating can only become shorter") {
  syncer.takes = 5s;
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = worker_pool_start + 60s;
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

TEST_CASE_FIXTURE(WorkerPool, "a pod that the source no longer has is killed with its own grace period") {
  update(UpdateType::create, pod(7));
  at(1500ms);
  update(UpdateType::kill, pod(7));
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 7", "terminated"});
}

TEST_CASE_FIXTURE(WorkerPool, "a finished pod goes through termination by itself") {
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

TEST_CASE_FIXTURE(WorkerPool, "a pod that was finished before the kubelet started needs only its last stage") {
  api::Pod finished = pod();
  finished.status.phase = api::PodPhase::succeeded;
  update(UpdateType::create, finished);
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"terminated"});
}

TEST_CASE_FIXTURE(WorkerPool, "up to 1.22.2 it is stopped once more") {
  PodWorkers older{process, syncer, cache, queue, timing, recorder, {.finished_pods_have_terminated = false}};
  api::Pod finished = pod();
  finished.status.phase = api::PodPhase::succeeded;
  older.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(finished)});
  CHECK_FALSE(older.is_known_terminated("u"));
  at(5s);
  CHECK(syncer.what.size() == 2);
  CHECK(syncer.what.back() == "terminated");
}

TEST_CASE_FIXTURE(WorkerPool, "up to 1.27.1 such a pod is not synced at all, and housekeeping forgets it") {
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

TEST_CASE_FIXTURE(WorkerPool,
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

struct WithoutStages : WorkerPool {
  PodWorkers looping{
      process, syncer, cache, queue, timing, recorder, {.takes_updates_at_once = true, .have_stages = false}};

  void report(UpdateType type, const api::Pod& pod) {
    looping.update_pod({.type = type, .pod = std::make_shared<const api::Pod>(pod)});
  }
};

}  // namespace

TEST_CASE_FIXTURE(WithoutStages, "up to 1.21 a deleted pod is synced as any other, until its worker is forgotten") {
  api::Pod deleted = pod();
  deleted.metadata.deletion_timestamp = process.now();
  report(UpdateType::create, deleted);
  at(1500ms);
  report(UpdateType::sync, deleted);
  at(3s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "sync"});
  CHECK(looping.forget_all_but({"u"}) == std::vector<memory::Text>{"u"});
  CHECK(looping.forget_all_but({}).empty());
  CHECK_FALSE(looping.is_known("u"));
  CHECK_FALSE(queue.first());
}

TEST_CASE_FIXTURE(WithoutStages, "a worker that is forgotten during a sync ends that, and no other") {
  syncer.takes = 500ms;
  report(UpdateType::create, pod());
  at(200ms);
  report(UpdateType::sync, pod());
  looping.forget("u");
  CHECK(looping.is_known("u"));
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
  CHECK_FALSE(looping.is_known("u"));
}

TEST_CASE_FIXTURE(WithoutStages, "the worker after a forgotten one begins when that has ended, whatever the relist") {
  syncer.takes = 500ms;
  report(UpdateType::create, pod());
  at(200ms);
  looping.forget("u");
  report(UpdateType::create, pod());
  at(5s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 600"});
  CHECK(looping.is_known("u"));
}

TEST_CASE_FIXTURE(WorkerPool, "a pod that only the runtime knows has its name in the timeline") {
  testing::Collector reported;
  recorder.add(reported);
  PodWorkers later{process, syncer, cache, queue, timing, recorder, {.orphans_terminate = true}};
  const runtime::RunningPod left{.uid = "left", .name = "old", .namespace_name = "default"};
  for (PodWorkers* pool : {&workers, &later}) {
    pool->update_pod({.type = UpdateType::kill, .running_pod = left, .grace_period_override = 1});
    scheduler.run_until(scheduler.now() + 1s);
  }
  std::vector<std::string> stages;
  for (const trace::Record& record : reported.records) {
    stages.push_back(record.pod + " " + std::get<trace::Sync>(record.payload).op);
  }
  CHECK(stages == std::vector<std::string>{"default/old terminating-enter", "default/old terminating-exit",
                                           "default/old terminating-runtime-enter",
                                           "default/old terminating-runtime-exit"});
}

TEST_CASE_FIXTURE(WorkerPool, "who has a pod killed for another one hears when nothing of it runs any more") {
  update(UpdateType::create, pod(20));
  at(1500ms);
  const auto stopped = std::make_shared<sim::Completion<bool>>(process);
  syncer.takes = 3s;
  workers.update_pod({.type = UpdateType::kill,
                      .pod = std::make_shared<const api::Pod>(pod(20)),
                      .kill_status = KillStatus{"Preempting", "room", ""},
                      .completed = stopped});
  at(4499ms);
  CHECK_FALSE(stopped->is_complete());
  at(4500ms);
  CHECK(stopped->is_complete());
  at(10s);
  CHECK(syncer.what[1] == "terminating 20 for another");
  CHECK(workers.should_content_be_removed("u"));
  const auto later = std::make_shared<sim::Completion<bool>>(process);
  workers.update_pod({.type = UpdateType::kill, .pod = std::make_shared<const api::Pod>(pod(20)), .completed = later});
  CHECK(later->is_complete());
}

TEST_CASE_FIXTURE(WorkerPool, "before housekeeping has seen the sources, an unknown pod may run") {
  CHECK(workers.could_have_running_containers("who"));
  workers.sync_known_pods({});
  CHECK_FALSE(workers.could_have_running_containers("who"));
}

TEST_CASE_FIXTURE(WorkerPool, "a kubelet that has been up for long knows all pods that run") {
  const PodWorkers old_workers{process, syncer, cache, queue, timing, recorder, {.pods_synced = true}};
  CHECK_FALSE(old_workers.could_have_running_containers("who"));
}

TEST_CASE_FIXTURE(
    WorkerPool,
    "after a stage that leads to the next one the pod is due at once, and the next one waits for a relist") {
  syncer.outcome.is_terminal = true;
  update(UpdateType::create, pod());
  at(150ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready == worker_pool_start + 100ms);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
  at(1050ms);
  CHECK(syncer.what.back() == "terminating by its own grace");
  CHECK(queue.first()->ready == worker_pool_start + 1s);
}

}  // namespace podreel::kubelet

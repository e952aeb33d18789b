#include <doctest/doctest.h>

#include "engine/invariant.hpp"
#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE_FIXTURE(WorkerPool, "a sync is a noop as long as nothing that its idle sync looked at has changed") {
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(1500ms);
  CHECK_FALSE(workers.is_noop(web_place));
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start + 1s);
  workers.update_pod({.type = UpdateType::sync, .pod = web});
  at(1600ms);
  CHECK_FALSE(workers.is_noop(web_place));
  at(4s);
  CHECK(workers.is_noop(web_place));
  ++syncer.inputs.changes;
  CHECK_FALSE(workers.is_noop(web_place));
  --syncer.inputs.changes;
  CHECK(workers.is_noop(web_place));
  cache.set("u", {std::make_shared<runtime::PodStatus>(), {}}, worker_pool_start + 4s);
  CHECK_FALSE(workers.is_noop(web_place));
}

TEST_CASE_FIXTURE(WorkerPool, "a resync that is accounted for is no sync, and the next one is due as after a sync") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(70s);
  REQUIRE(workers.is_noop(web_place));
  workers.account_for_noop(web_place);
  CHECK(syncer.what.size() == 1);
  CHECK(queue.first()->ready >= worker_pool_start + 130s);
  CHECK(queue.first()->ready <= worker_pool_start + 161s);
}

TEST_CASE_FIXTURE(WorkerPool, "a sync that finds everything as the last one left it is accounted for") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(2s);
  workers.update_pod({.type = UpdateType::sync, .pod = web});
  at(3s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100"});
  CHECK(queue.first()->ready >= worker_pool_start + 62s);
  CHECK(workers.is_noop(web_place));
  update(UpdateType::sync, *web);
  at(4s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 3000"});
}

TEST_CASE_FIXTURE(WorkerPool,
                  "a sync that waits for back-offs is repeated as long as they last, and may not be skipped") {
  syncer.outcome.waiting = std::make_shared<const WaitingSync>();
  syncer.outcome.error = "back-off";
  cache.set("u", cache.get("u"), worker_pool_start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(2s);
  CHECK(workers.is_noop(web_place));
  workers.update_pod({.type = UpdateType::sync, .pod = web});
  at(3s);
  CHECK(syncer.what.size() == 1);
  CHECK(syncer.reported == std::vector<std::string>{"still waiting"});
  CHECK(queue.first()->ready >= worker_pool_start + 12s);
  CHECK(queue.first()->ready <= worker_pool_start + 18s);
  at(5s);
  syncer.goes_on_waiting = false;
  CHECK_FALSE(workers.is_noop(web_place));
  workers.update_pod({.type = UpdateType::sync, .pod = web});
  at(6s);
  CHECK(syncer.what.size() == 2);
  CHECK(syncer.reported.size() == 1);
}

TEST_CASE_FIXTURE(WorkerPool,
                  "pods whose syncs may be noops are synced together, up to the first one whose sync is none") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  update(UpdateType::create, pod());
  at(2s);
  const WorkQueue::WorkerSlot nobody = queue.join("v");
  CHECK(workers.resync_first(std::vector{nobody, web_place}) == 0);
  CHECK(workers.resync_first(std::vector{web_place, nobody}) == 1);
  CHECK(workers.resync_first(std::vector{web_place}) == 0);
  at(3s);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100"});
  CHECK(queue.first()->ready >= worker_pool_start + 62s);
}

TEST_CASE_FIXTURE(WorkerPool, "what comes before a pod whose sync was a noop has its turn is not missed") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  update(UpdateType::create, pod());
  at(2s);
  std::string expected = "sync at 2000";
  SUBCASE("that something has changed") {
    REQUIRE(workers.resync_first(std::vector{web_place}) == 1);
    workers.invalidate("u");
  }
  SUBCASE("that something has changed which all pods look at") {
    REQUIRE(workers.resync_first(std::vector{web_place}) == 1);
    ++syncer.inputs.changes;
  }
  SUBCASE("that it has another status") {
    REQUIRE(workers.resync_first(std::vector{web_place}) == 1);
    cache.set("u", {std::make_shared<runtime::PodStatus>(), {}}, worker_pool_start + 2s);
  }
  SUBCASE("another update") {
    REQUIRE(workers.resync_first(std::vector{web_place}) == 1);
    update(UpdateType::kill, pod(7));
    expected = "terminating 7 at 2000";
  }
  at(2500ms);
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", expected});
}

TEST_CASE_FIXTURE(WorkerPool, "a mirror pod that has gone is looked for, although nothing else has changed") {
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(2s);
  workers.update_pod({.type = UpdateType::sync, .pod = web, .mirror = web});
  at(3s);
  CHECK(syncer.what.size() == 2);
}

namespace {

struct CheckedPool : WorkerPool {
  PodWorkers checked{process, syncer, cache, queue, timing, recorder, {.idle_work = sim::IdleWork::checked}};
  api::PodPtr web = std::make_shared<const api::Pod>(pod());

  /// After two syncs that changed nothing.
  CheckedPool() {
    syncer.outcome.is_idle = true;
    cache.set("u", cache.get("u"), worker_pool_start);
    checked.update_pod({.type = UpdateType::create, .pod = web});
    at(2s);
    sync();
    at(3s);
  }
  void sync() { checked.update_pod({.type = UpdateType::sync, .pod = web}); }
};

}  // namespace

TEST_CASE_FIXTURE(CheckedPool, "where noops are checked they are executed") {
  CHECK(syncer.notes == std::vector<std::string>{"sync at 100", "sync at 2000"});
}

TEST_CASE_FIXTURE(CheckedPool, "a sync that acts although no input has changed is found") {
  syncer.outcome.is_idle = false;
  sync();
  CHECK_THROWS_AS(at(5s), InvariantViolation);
}

TEST_CASE_FIXTURE(CheckedPool, "a sync may act if a declared input has changed") {
  syncer.outcome.is_idle = false;
  SUBCASE("that is polled") {
    ++syncer.inputs.changes;
  }
  SUBCASE("the observed status") {
    cache.set("u", {std::make_shared<runtime::PodStatus>(), {}}, worker_pool_start + 3s);
  }
  SUBCASE("another one") {
    sim::IdleSource pods{"pods"};
    checked.depends_on({pods});
    pods.changed("u");
  }
  sync();
  CHECK_NOTHROW(at(5s));
  CHECK(syncer.notes.size() == 3);
}

}  // namespace podreel::kubelet

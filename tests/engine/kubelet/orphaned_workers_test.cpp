// Workers whose pods no source has any more.
#include <chrono>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE_FIXTURE(WorkerPool, "a pod whose removal went unheard is terminated by its worker when housekeeping looks") {
  PodWorkers attentive{process, syncer, cache, queue, timing, recorder, {.orphans_terminate = true}};
  const auto removed = std::make_shared<const api::Pod>(pod(20));
  attentive.update_pod({.type = UpdateType::create, .pod = removed});
  attentive.note_orphan(removed);
  at(1500ms);
  CHECK(attentive.sync_known_pods({}) == std::vector<memory::Text>{"u"});
  at(4s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 20", "terminated"});
  CHECK(attentive.sync_known_pods({}).empty());
}

TEST_CASE_FIXTURE(WorkerPool, "older workers do nothing then") {
  workers.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(pod(20))});
  at(1500ms);
  CHECK(workers.sync_known_pods({}) == std::vector<memory::Text>{"u"});
  at(4s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
}

TEST_CASE_FIXTURE(WorkerPool, "what is left of a pod whose removal went unheard may go when it has ended") {
  PodWorkers attentive{process, syncer, cache, queue, timing, recorder, {.orphans_terminate = true}};
  const auto removed = std::make_shared<const api::Pod>(pod(20));
  attentive.update_pod({.type = UpdateType::create, .pod = removed});
  attentive.note_orphan(removed);
  at(1500ms);
  static_cast<void>(attentive.sync_known_pods({}));
  CHECK_FALSE(attentive.should_content_be_removed("u"));
  at(4s);
  CHECK(attentive.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(WorkerPool, "a pod that only the runtime knows is stopped again with every housekeeping since 1.27") {
  PodWorkers attentive{process, syncer, cache, queue, timing, recorder, {.orphans_terminate = true}};
  syncer.outcome.error = "the runtime is busy";
  for (PodWorkers* pool : {&workers, &attentive}) {
    syncer.what.clear();
    pool->update_pod({.type = UpdateType::kill,
                      .running_pod = runtime::RunningPod{.uid = "left", .name = "old"},
                      .grace_period_override = 1});
    scheduler.run_until(scheduler.now() + 1s);
    CHECK(pool->sync_known_pods({}) == std::vector<memory::Text>{"left"});
    scheduler.run_until(scheduler.now() + 1s);
    const std::size_t tries = pool == &attentive ? 2 : 1;
    CHECK(syncer.what == std::vector<std::string>(tries, "orphan 1"));
  }
}

}  // namespace podreel::kubelet

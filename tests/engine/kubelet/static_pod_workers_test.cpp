#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/kubelet/pod_workers.hpp"
#include "tests/support/static_pod.hpp"
#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

struct StaticPods : WorkerPool {
  PodWorkers taking_turns{process, syncer, cache, queue, timing, recorder, {.static_pods_are_serialized = true}};

  void report(UpdateType type, const std::string& uid) {
    taking_turns.update_pod(
        {.type = type, .pod = std::make_shared<const api::Pod>(testing::make_static_pod("web-node-1", uid))});
  }
};

}  // namespace

TEST_CASE_FIXTURE(StaticPods, "a static pod starts at its first retry after the one that had its name has terminated") {
  report(UpdateType::create, "first");
  at(1500ms);
  report(UpdateType::kill, "first");
  report(UpdateType::create, "second");
  CHECK(taking_turns.is_terminating("default/web-node-1"));
  at(8s);
  CHECK(syncer.what == std::vector<std::string>{"sync", "terminating 30", "terminated"});
  CHECK_FALSE(taking_turns.is_terminating("default/web-node-1"));
  CHECK(taking_turns.sync_known_pods({"second"}) == std::vector<memory::Text>{"second"});
  at(9s);
  CHECK(syncer.what.size() == 3);
  REQUIRE(queue.first());
  CHECK(queue.uid_at(queue.first()->place) == "second");
  report(UpdateType::sync, "second");
  at(10s);
  CHECK(syncer.what.size() == 4);
  CHECK(syncer.what.back() == "sync");
}

TEST_CASE_FIXTURE(StaticPods, "a static pod that is removed while it waits never starts") {
  report(UpdateType::create, "first");
  at(1500ms);
  report(UpdateType::create, "second");
  at(2500ms);
  REQUIRE(queue.first());
  report(UpdateType::kill, "second");
  at(5s);
  CHECK(syncer.what == std::vector<std::string>{"sync"});
  CHECK(taking_turns.is_known_terminated("second"));
  CHECK(taking_turns.sync_known_pods({"first"}) == std::vector<memory::Text>{"first"});
}

TEST_CASE_FIXTURE(StaticPods,
                  "up to 1.22.7 and 1.23.4 it keeps its place, and who comes after it never starts either") {
  for (const bool gives_way : {true, false}) {
    syncer.what.clear();
    PodWorkers turns{process,
                     syncer,
                     cache,
                     queue,
                     timing,
                     recorder,
                     {.static_pods_are_serialized = true, .unstarted_pods_give_way = gives_way}};
    const auto report = [&](UpdateType type, const char* uid) {
      turns.update_pod(
          {.type = type, .pod = std::make_shared<const api::Pod>(testing::make_static_pod("web-node-1", uid))});
      scheduler.run_until(scheduler.now() + 2s);
    };
    report(UpdateType::create, "first");
    report(UpdateType::create, "second");
    report(UpdateType::kill, "second");
    report(UpdateType::create, "third");
    report(UpdateType::kill, "first");
    scheduler.run_until(scheduler.now() + 5s);
    static_cast<void>(turns.sync_known_pods({"third"}));
    report(UpdateType::sync, "third");
    CHECK((syncer.what.back() == "sync") == gives_way);
  }
}

}  // namespace podreel::kubelet

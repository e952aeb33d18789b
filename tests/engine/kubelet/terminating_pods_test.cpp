// What a pod worker does with a pod that is to end, or has ended.
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/kubelet/pod_workers.hpp"
#include "tests/support/fake_node.hpp"
#include "tests/support/worker_pool.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using Strings = std::vector<std::string>;

namespace {

struct EndingPods : WorkerPool, PodWorkersObserver {
  int finished = 0;

  EndingPods() { workers.notify(*this); }
  void on_worker_finished() override { ++finished; }

  static api::Pod deleted(std::optional<std::int64_t> grace, std::int64_t own = 30) {
    api::Pod result = pod(own);
    result.metadata.deletion_timestamp = worker_pool_start;
    result.metadata.deletion_grace_period_seconds = grace;
    return result;
  }
  static api::Pod finished_pod() {
    api::Pod result = pod();
    result.status.phase = api::PodPhase::failed;
    return result;
  }
  void observe(runtime::ContainerState container, runtime::SandboxState sandbox) {
    auto status = std::make_shared<runtime::PodStatus>();
    status->containers.emplace_back().state = container;
    status->sandboxes.emplace_back().state = sandbox;
    cache.set("u", {std::move(status), {}}, worker_pool_start);
  }
};

}  // namespace

TEST_CASE_FIXTURE(EndingPods, "a pod that had finished before, but of which something runs, is stopped first") {
  using runtime::ContainerState;
  using runtime::SandboxState;
  observe(ContainerState::running, SandboxState::not_ready);
  update(UpdateType::create, finished_pod());
  at(1200ms);
  CHECK(syncer.what == Strings{"terminating 30", "terminated"});
}

TEST_CASE_FIXTURE(EndingPods, "so is one of which only the sandbox is left") {
  observe(runtime::ContainerState::exited, runtime::SandboxState::ready);
  update(UpdateType::create, finished_pod());
  at(1200ms);
  CHECK(syncer.what == Strings{"terminating 30", "terminated"});
}

TEST_CASE_FIXTURE(EndingPods, "one of which nothing is left has its last stage only") {
  observe(runtime::ContainerState::exited, runtime::SandboxState::not_ready);
  update(UpdateType::create, finished_pod());
  CHECK(workers.is_known_terminated("u"));
  at(1200ms);
  CHECK(syncer.what == Strings{"terminated"});
}

TEST_CASE_FIXTURE(EndingPods, "a sync during which its pod is to end is told so, once") {
  syncer.takes = 500ms;
  update(UpdateType::create, pod());
  at(300ms);
  CHECK(syncer.reported.empty());
  update(UpdateType::update, deleted(10));
  update(UpdateType::update, deleted(5));
  CHECK(syncer.reported == Strings{"cancel u"});
  at(2500ms);
  CHECK(syncer.what == Strings{"sync", "terminating 5", "terminated"});
}

TEST_CASE_FIXTURE(EndingPods, "a pod that nobody syncs is told nothing when it is to end") {
  update(UpdateType::create, pod());
  at(1500ms);
  update(UpdateType::update, deleted(10));
  CHECK(syncer.reported.empty());
}

TEST_CASE_FIXTURE(EndingPods, "what is left of a pod that finished may stay until the pod is deleted, however late") {
  syncer.outcome.is_terminal = true;
  update(UpdateType::create, pod());
  at(150ms);
  syncer.outcome.is_terminal = false;
  syncer.takes = 2s;
  at(1500ms);
  CHECK(workers.is_termination_requested("u"));
  CHECK_FALSE(workers.is_known_terminated("u"));
  CHECK(workers.is_any_terminating());
  update(UpdateType::update, deleted(5));
  at(7s);
  CHECK(workers.is_known_terminated("u"));
  CHECK_FALSE(workers.is_any_terminating());
  CHECK(workers.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(EndingPods, "and stays if it is not deleted") {
  syncer.outcome.is_terminal = true;
  update(UpdateType::create, pod());
  at(150ms);
  syncer.outcome.is_terminal = false;
  at(7s);
  CHECK(workers.is_known_terminated("u"));
  CHECK_FALSE(workers.could_have_running_containers("u"));
  CHECK_FALSE(workers.should_content_be_removed("u"));
}

TEST_CASE_FIXTURE(EndingPods, "the observer is notified when the worker has finished, not when nothing runs any more") {
  update(UpdateType::create, pod());
  at(1500ms);
  update(UpdateType::update, deleted(10));
  at(1600ms);
  CHECK(finished == 0);
  CHECK(workers.is_known_terminated("u"));
  at(2500ms);
  CHECK(finished == 1);
}

TEST_CASE_FIXTURE(EndingPods, "a pod that cannot be stopped is tried again, and housekeeping is to look each time") {
  update(UpdateType::create, pod());
  at(1500ms);
  syncer.outcome.error = "stuck";
  update(UpdateType::update, deleted(10));
  at(2s);
  CHECK(finished == 1);
  CHECK_FALSE(workers.is_known_terminated("u"));
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= worker_pool_start + 11500ms);
}

TEST_CASE_FIXTURE(EndingPods, "an error of a pod that is not to end is nothing for housekeeping") {
  syncer.outcome.error = "no image";
  update(UpdateType::create, pod());
  at(2s);
  CHECK(finished == 0);
}

TEST_CASE_FIXTURE(EndingPods, "a deletion with no grace at all means the pod's own, and one second since 1.27") {
  update(UpdateType::create, deleted(0, 20));
  at(1500ms);
  CHECK(syncer.what.front() == "terminating 20");
  PodWorkers later{process, syncer, cache, queue, timing, recorder, {.zero_grace_counts = true}};
  later.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(deleted(0, 20))});
  at(3s);
  CHECK(syncer.what.at(2) == "terminating 1");
  syncer.what.clear();
  api::Pod kept = deleted({}, 20);
  kept.metadata.uid = "v";
  later.update_pod({.type = UpdateType::create, .pod = std::make_shared<const api::Pod>(kept)});
  at(5s);
  CHECK(syncer.what.front() == "terminating 20");
}

TEST_CASE_FIXTURE(EndingPods, "of a deletion's grace period and one that is asked for the shorter counts") {
  for (const auto& [asked, expected] : {std::pair{3, "terminating 3"}, std::pair{50, "terminating 8"}}) {
    syncer.what.clear();
    api::Pod leaving = deleted(8);
    leaving.metadata.uid = expected;
    workers.update_pod(
        {.type = UpdateType::kill, .pod = std::make_shared<const api::Pod>(leaving), .grace_period_override = asked});
    scheduler.run_until(scheduler.now() + 1500ms);
    CHECK(syncer.what.front() == expected);
  }
}

TEST_CASE_FIXTURE(EndingPods, "a pod that comes back while it ends starts again when housekeeping has forgotten it") {
  syncer.takes = 2s;
  update(UpdateType::create, deleted(10));
  at(1s);
  update(UpdateType::create, pod());
  at(8s);
  CHECK(syncer.what == Strings{"terminating 10", "terminated"});
  CHECK(workers.sync_known_pods({"u"}).empty());
  CHECK_FALSE(workers.is_known("u"));
  update(UpdateType::create, pod());
  at(12s);
  CHECK(syncer.what.back() == "sync");
}

TEST_CASE_FIXTURE(EndingPods, "one that does not come back is known as long as it is wanted") {
  update(UpdateType::create, deleted(10));
  at(8s);
  CHECK(workers.sync_known_pods({"u"}) == std::vector<memory::Text>{"u"});
  CHECK(workers.is_known("u"));
  CHECK(workers.sync_known_pods({}).empty());
  CHECK_FALSE(queue.first());
}

TEST_CASE_FIXTURE(EndingPods, "a pod whose status is unknown is not synced: that is told, and tried again after 10 s") {
  testing::Collector lines;
  recorder.add(lines);
  cache.set("u", {std::make_shared<runtime::PodStatus>(), runtime::Error{"rpc error: hung"}}, worker_pool_start);
  update(UpdateType::create, pod());
  at(2s);
  CHECK(syncer.what.empty());
  CHECK(syncer.reported == Strings{"web: rpc error: hung"});
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= worker_pool_start + 10s);
  CHECK(queue.first()->ready <= worker_pool_start + 16s);
  const auto syncs = lines.of<trace::Sync>();
  REQUIRE(syncs.size() == 1);
  CHECK(syncs.front().second.op == "exit");
  CHECK(syncs.front().second.error == "rpc error: hung");
}

TEST_CASE_FIXTURE(EndingPods, "the timeline has a sync's stages, whether the pod is over by it, and its error") {
  testing::Collector lines;
  recorder.add(lines);
  syncer.outcome.is_terminal = true;
  update(UpdateType::create, pod());
  at(150ms);
  syncer.outcome.is_terminal = false;
  at(2500ms);
  Strings ops;
  for (const auto& [time, sync] : lines.of<trace::Sync>()) {
    ops.push_back(sync.op + (sync.terminal ? (*sync.terminal ? " terminal" : " not terminal") : ""));
  }
  CHECK(ops == Strings{"enter", "exit terminal", "terminating-enter", "terminating-exit", "terminated-enter",
                       "terminated-exit"});
}

TEST_CASE_FIXTURE(EndingPods, "a pod that is gone for the kubelet is not terminated again for what the runtime has") {
  update(UpdateType::create, deleted(10));
  at(200ms);
  CHECK(workers.is_known_terminated("u"));
  workers.update_pod(
      {.type = UpdateType::kill, .running_pod = runtime::RunningPod{.uid = "u"}, .grace_period_override = 1});
  at(5s);
  CHECK(syncer.what == Strings{"terminating 10", "terminated"});
}

TEST_CASE_FIXTURE(EndingPods, "a failure that may be gone soon is tried again after a second") {
  syncer.outcome.error = "network is not ready";
  syncer.outcome.is_transient = true;
  update(UpdateType::create, pod());
  at(200ms);
  REQUIRE(queue.first());
  CHECK(queue.first()->ready >= worker_pool_start + 1100ms);
  CHECK(queue.first()->ready <= worker_pool_start + 1700ms);
}

TEST_CASE_FIXTURE(EndingPods, "a resync that is accounted for leaves the lines of a sync") {
  testing::Collector lines;
  recorder.add(lines);
  syncer.outcome.is_idle = true;
  cache.set("u", cache.get("u"), worker_pool_start);
  const auto web = std::make_shared<const api::Pod>(pod());
  workers.update_pod({.type = UpdateType::create, .pod = web});
  at(70s);
  REQUIRE(workers.is_noop(web_place));
  workers.account_for_noop(web_place);
  const auto syncs = lines.of<trace::Sync>();
  REQUIRE(syncs.size() == 4);
  CHECK(syncs.at(2).second.op == "enter");
  CHECK(syncs.at(3).second.op == "exit");
  CHECK(syncs.at(3).first == worker_pool_start + 70s);
  CHECK_FALSE(workers.is_noop(web_place));
  at(72s);
  CHECK(workers.is_noop(web_place));
}

TEST_CASE_FIXTURE(EndingPods, "a worker that is fast takes an update before the next one, which is synced after it") {
  // One of 32 is.
  PodWorkers older{process, syncer, cache, queue, timing, recorder, {.takes_updates_at_once = true}};
  for (int count = 0; count < 3; ++count) {
    older.update_pod({.type = UpdateType::sync, .pod = std::make_shared<const api::Pod>(pod())});
  }
  at(5s);
  CHECK(syncer.what == Strings{"sync", "sync"});
}

TEST_CASE_FIXTURE(EndingPods, "one that is not takes both as one") {
  for (int count = 0; count < 3; ++count) update(UpdateType::sync, pod());
  at(5s);
  CHECK(syncer.what == Strings{"sync"});
}

}  // namespace podreel::kubelet

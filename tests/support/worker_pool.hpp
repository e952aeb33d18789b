// Pod workers whose syncs take notes of what they are asked to do.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/waiting_sync.hpp"

namespace podreel::kubelet {

inline constexpr sim::Time worker_pool_start{std::chrono::seconds{1000}};

/// Takes notes of what it is asked to do and answers as the test says.
class NotingSyncer final : public PodSyncer {
 public:
  explicit NotingSyncer(const sim::Process& process) : process_{process} {}

  [[nodiscard]] SyncInputs inputs_of(const memory::Text&) const override { return inputs; }
  void cancel_sync(const memory::Text& uid) override { reported.push_back("cancel " + std::string{uid}); }
  void report_unknown_status(const api::Pod& pod, const runtime::Error& error) override {
    reported.push_back(pod.metadata.name + ": " + error.message);
  }
  sim::Task<> sync_pod(api::PodPtr, api::PodPtr, CachedStatus, StageOutcome& ended) override {
    return note("sync", ended);
  }
  sim::Task<> sync_terminating_pod(api::PodPtr, CachedStatus, Termination termination, StageOutcome& ended) override {
    const std::string how = termination.status ? " for another" : "";
    const auto& grace = termination.grace_period_seconds;
    return note((grace ? "terminating " + std::to_string(*grace) : "terminating by its own grace") + how, ended);
  }
  sim::Task<> sync_terminating_runtime_pod(runtime::RunningPod, std::optional<std::int64_t> grace,
                                           StageOutcome& ended) override {
    return note("orphan " + std::to_string(grace.value_or(-1)), ended);
  }
  sim::Task<> sync_terminated_pod(api::PodPtr pod, CachedStatus, StageOutcome& ended) override {
    terminated = std::move(pod);
    return note("terminated", ended);
  }
  [[nodiscard]] bool would_repeat(const WaitingSync&) const override { return goes_on_waiting; }
  void repeat(const WaitingSync&) override { reported.emplace_back("still waiting"); }

  /// "<what> at <milliseconds since the start>".
  std::vector<std::string> notes;
  std::vector<std::string> what;
  /// "cancel u", "web: <error>": what it is told beside its work.
  std::vector<std::string> reported;
  /// The last pod that was terminated for good, as the worker had it.
  api::PodPtr terminated;
  StageOutcome outcome;
  SyncInputs inputs;
  bool goes_on_waiting = true;
  sim::Duration takes{};

 private:
  sim::Task<> note(std::string done, StageOutcome& ended) {
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(process_.now() - worker_pool_start);
    notes.push_back(done + " at " + std::to_string(elapsed.count()));
    what.push_back(std::move(done));
    co_await sim::sleep_for(process_, takes);
    ended = outcome;
  }

  const sim::Process& process_;
};

/// A worker pool over a cache that is relisted at every whole second.
struct WorkerPool : PodCacheFeed {
  sim::Scheduler scheduler{worker_pool_start};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  NotingSyncer syncer{process};
  PodCache cache{process};
  WorkQueue queue;
  /// Of the first pod that gets a worker.
  static constexpr WorkQueue::WorkerSlot web_place = 0;
  PodWorkers workers{process, syncer, cache, queue, timing, recorder, {}};

  WorkerPool() {
    cache.fill_from(*this);
    at(std::chrono::milliseconds{100});
  }
  ~WorkerPool() override { scheduler.clear(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  [[nodiscard]] std::optional<sim::Time> true_until() const override {
    return sim::truncated_to_seconds(scheduler.now());
  }
  void on_wait() override {
    process.at(sim::truncated_to_seconds(scheduler.now()) + std::chrono::seconds{1}, [this] { cache.notify(); });
  }

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
  void at(sim::Duration when) { scheduler.run_until(worker_pool_start + when); }
};

}  // namespace podreel::kubelet

// The generic PLEG: lists the runtime's pods every second and reports changes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "pleg/event_channel.hpp"
#include "pleg/pod_records.hpp"

namespace podreel::pleg {

struct GenericPlegOptions {
  /// Pause between the end of one relist and the beginning of the next.
  sim::Duration relist_period = timing::relist_period;
  /// Older than this, the last relist makes the PLEG unhealthy.
  sim::Duration relist_threshold = timing::relist_threshold;
  /// Events that wait for the sync loop.
  std::size_t channel_capacity = 1000;
  /// Time until the kubelet is set up and lets it begin. No value: the kubelet is up, and relists have gone on for
  /// long.
  std::optional<sim::Duration> starts_after = sim::Duration{};
  /// False: execute every relist, also one that cannot observe anything new, and throw InvariantViolation if it does.
  /// The timeline is the same.
  bool skip_idle_relists = true;
  /// A sandbox or container that was listed and then not found is left out of its pod's status. Otherwise the
  /// inspection of the pod fails.
  bool leaves_out_vanished = true;
};

/// pkg/kubelet/pleg/generic.go.
///
/// A relist that can observe nothing new, and for which nobody waits, is accounted for instead of executed: its time is
/// computed when asked for. Of what happens at one instant a relist comes last, so it sees all of it.
class GenericPleg final : public lifecycle::EventGenerator, public kubelet::PodCacheFeed, private sim::IdleSleeper {
 public:
  GenericPleg(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
              kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder,
              GenericPlegOptions options = {});

  void start() override;
  std::optional<lifecycle::PodLifecycleEvent> next() override { return channel_.next(); }
  void on_event(std::function<void()> listener) override { channel_.on_event(std::move(listener)); }
  [[nodiscard]] std::optional<std::string> health_problem() const override;
  void request_relist(const memory::Text& pod_uid) override;
  void reinspect(const memory::Text& pod_uid) override;

  /// Channel for its events; another generator may send its own events there.
  [[nodiscard]] EventChannel& channel() noexcept { return channel_; }
  [[nodiscard]] const EventChannel& channel() const noexcept { return channel_; }
  /// Returns when the latest relist began that has completed; no value before the first.
  [[nodiscard]] std::optional<sim::Time> last_completed() const;
  [[nodiscard]] std::optional<sim::Time> true_until() const override { return last_completed(); }
  void on_wait() override { schedule_relist(); }

 private:
  /// A request for a relist of one pod; served unless a relist of all pods has begun since.
  struct RelistRequest {
    memory::Text pod_uid;
    sim::Time made_at;
  };

  /// Something may have changed: the next relist is executed.
  void invalidate(const memory::Text& /*pod_uid*/) override { schedule_relist(); }
  /// Executes the next relist, since somebody waits for it, or could observe something with it.
  void schedule_relist();
  /// Executes the next relist.
  void schedule();
  [[nodiscard]] sim::Time next_relist_time() const;
  [[nodiscard]] std::optional<sim::Time> last_begun() const;
  sim::Task<> relist();
  /// All that there is, or all that has changed since the last time; in the order of UIDs. A pod that is gone has
  /// neither containers nor sandboxes. No value if the runtime fails.
  sim::Task<std::optional<std::vector<runtime::RunningPod>>> list();
  /// Fetches the status of every pod in which something changed, and reports it. Returns whether there was any.
  sim::Task<bool> inspect_changed(const std::vector<runtime::RunningPod>& pods, sim::Time began);
  /// Takes over changes of a pod and reports them; later, if the runtime fails now (reconcilePodRecord).
  /// Notifies watchers of the pod.
  sim::Task<> reconcile(const runtime::RunningPod& pod, const StateChanges& changes, bool is_watched,
                        lifecycle::Detection seen);
  sim::Task<bool> inspect(const runtime::RunningPod& pod, sim::Time began);
  sim::Task<> relist_pod(RelistRequest request);

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  runtime::ChangeFeed& changes_;
  kubelet::PodCache& cache_;
  GenericPlegOptions options_;
  EventChannel channel_;
  timing::Stream cost_;
  timing::Stream inspection_delay_;
  timing::Stream request_delay_;
  /// Duration of a relist, for now, on top of the runtime's answers.
  sim::Duration relist_cost_;

  sim::IdleSource runtime_changes_{"observable changes of the runtime"};
  PodRecords records_;
  /// Version of the runtime when the last relist began that has completed.
  std::optional<std::uint64_t> listed_version_;
  std::set<memory::Text> to_reinspect_;
  /// Pods to be reported with the next look at them (watch conditions).
  std::set<memory::Text> watched_;
  /// Made while a relist was under way.
  std::vector<RelistRequest> requests_;

  /// The last relist that was executed: when it began, and when it ended. Idle ones follow it at a fixed distance.
  sim::Time began_{};
  sim::Time ended_{};
  /// Beginning of a relist that is under way and has its list: enough to be healthy (updateRelistTime).
  std::optional<sim::Time> inspects_since_{};
  bool scheduled_ = false;
  /// The next relist has a reason.
  bool is_needed_ = false;
  /// Its time has come while a relist of one pod was under way.
  bool is_due_ = false;
  bool running_ = false;
  bool has_completed_ = false;
};

}  // namespace podreel::pleg

// The kubelet's main loop: one thing at a time, from whichever channel has something.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/kubelet/config/pod_config.hpp"
#include "engine/kubelet/explain/sync_cause.hpp"
#include "engine/kubelet/runtime_state.hpp"
#include "engine/kubelet/tick_scheduler.hpp"
#include "engine/kubelet/tickers.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// A probe result that changed.
struct ProbeUpdate {
  std::string pod_uid;
  ProbeChange change{};
};

/// kubelet.SyncHandler.
class SyncHandler {
 public:
  virtual ~SyncHandler() = default;
  virtual void handle_pod_addition(const api::PodPtr& pod) = 0;
  virtual void handle_pod_update(const api::PodPtr& pod) = 0;
  virtual void handle_pod_removal(const api::PodPtr& pod) = 0;
  virtual void handle_pod_reconcile(const api::PodPtr& pod) = 0;
  /// The last pod is admitted or resized when others have ended, and the loop does nothing else before.
  [[nodiscard]] virtual bool has_pending_admission() const = 0;
  /// Waits for them. Another admission may be pending then.
  virtual sim::Task<> finish_admission() = 0;
  /// Called after each message of the source.
  virtual void add_source(PodSource source) = 0;
  /// Called when the API server may have other pods than the kubelet knows: some wait for the loop, which is about to
  /// do something else first, or the watch is lost.
  virtual void on_stale_pods() = 0;
  virtual void handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) = 0;
  /// The effect of the next event depends on what the workers report that this one has woken.
  [[nodiscard]] virtual bool depends_on_reports() const = 0;
  virtual void handle_probe_update(const ProbeUpdate& update) = 0;
  /// At a SYNC tick for which the loop has nothing else to do: syncs those of the pods that are ready which need no
  /// attention. False if others are ready, too.
  virtual bool resync_idle_pods() = 0;
  /// Syncs the pods that the SYNC tick finds ready.
  virtual void handle_sync_tick() = 0;
  virtual sim::Task<> handle_pod_cleanups() = 0;
};

/// Kubelet.syncLoop and syncLoopIteration (pkg/kubelet/kubelet.go). Go's select takes any channel that is ready; here
/// the choice is made at the site "select". Ticks that would find nothing to do are not executed.
class SyncLoop final : public TickScheduler, public PodUpdateListener {
 public:
  /// All must outlive the loop.
  SyncLoop(const sim::Process& process, timing::Timing& timing, trace::Recorder& recorder, const Tickers& tickers);

  /// Begins to work, `first_look` after the kubelet's own start; no value for one that has been up for long. All must
  /// outlive the loop.
  void start(SyncHandler& handler, lifecycle::EventGenerator& pleg, const RuntimeState& state,
             std::optional<sim::Duration> first_look);

  void push(PodUpdates updates) override;
  void push(ProbeUpdate update);
  void on_unchanged(PodSource source) override;
  void on_watch_lost() override;

  /// Pods wait that the loop has not taken yet.
  [[nodiscard]] bool is_behind() const noexcept { return !config_.empty(); }

  void schedule_sync_tick(sim::Time time) override;
  void schedule_housekeeping() override;
  /// Nothing waits for the loop, nor the loop for anything but work.
  [[nodiscard]] bool is_idle() const;
  [[nodiscard]] bool is_sync_tick_scheduled() const noexcept { return sync_tick_at_.has_value(); }
  [[nodiscard]] bool is_housekeeping_scheduled() const noexcept { return housekeeping_scheduled_; }
  /// Executed or not.
  [[nodiscard]] sim::Time last_housekeeping_tick() const noexcept {
    return tickers_.housekeeping.after(process_.now()) - tickers_.housekeeping.period;
  }

 private:
  enum class Channel : std::uint8_t { config, pleg, probe, sync, housekeeping };

  /// The channels of which something can be taken, in their order.
  class ReadyChannels {
   public:
    void add(Channel channel) noexcept { channels_[size_++] = channel; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Channel operator[](std::size_t index) const noexcept { return channels_[index]; }

   private:
    std::array<Channel, static_cast<std::size_t>(Channel::housekeeping) + 1> channels_{};
    std::size_t size_ = 0;
  };

  void sync_tick();
  sim::Task<> run(std::optional<sim::Duration> first_look);
  /// After the start: in pauses that grow, looks whether everything is well.
  sim::Task<> settle();
  [[nodiscard]] ReadyChannels ready_channels() const;
  /// The first pods take the longest.
  [[nodiscard]] bool takes_first_config(const ReadyChannels& ready);
  /// Takes the lists of all sources that have sent theirs before the loop began.
  sim::Task<> take_first_config();
  /// Whether the workers that an event has woken begin before the next one is taken: a race.
  [[nodiscard]] bool let_workers_begin(Channel woken_by);
  /// Takes one message, but for what housekeeping does.
  void take_from(Channel channel);
  void wake();
  void report_backlog();
  /// Takes one message, up to an update whose admission is pending.
  void take_config();
  sim::Task<> finish_config();
  void take(const PodUpdate& update);
  void take_pleg_event();
  void take_probe_update();

  const sim::Process& process_;
  trace::Recorder& recorder_;
  /// Null until the loop is started.
  SyncHandler* handler_ = nullptr;
  lifecycle::EventGenerator* pleg_ = nullptr;
  const RuntimeState* state_ = nullptr;
  timing::Stream select_;
  Tickers tickers_;

  std::deque<PodUpdates> config_;
  std::deque<ProbeUpdate> probes_;
  bool pleg_ready_ = false;
  bool sync_due_ = false;
  bool housekeeping_due_ = false;
  bool housekeeping_scheduled_ = false;
  bool has_just_started_ = false;
  std::optional<sim::Time> sync_tick_at_;
  sim::EventId sync_tick_;
  std::optional<sim::EventId> parked_;
};

}  // namespace podreel::kubelet

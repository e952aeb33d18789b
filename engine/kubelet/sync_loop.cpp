#include "engine/kubelet/sync_loop.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

/// While something is wrong.
sim::Duration next_pause(sim::Duration pause) {
  return std::min<sim::Duration>(timing::unhealthy_pause_max, 2 * pause);
}

}  // namespace

SyncLoop::SyncLoop(const sim::Process& process, timing::Timing& timing, trace::Recorder& recorder,
                   const Tickers& tickers)
    : process_{process}, recorder_{recorder}, select_{timing.stream(timing::Site::select)}, tickers_{tickers} {}

void SyncLoop::start(SyncHandler& handler, lifecycle::EventGenerator& pleg, const RuntimeState& state,
                     std::optional<sim::Duration> first_look) {
  PODREEL_INVARIANT(handler_ == nullptr, "a sync loop is started once");
  handler_ = &handler;
  pleg_ = &pleg;
  state_ = &state;
  pleg_->on_event([this] {
    pleg_ready_ = true;
    wake();
  });
  sim::spawn(process_, run(first_look));
}

void SyncLoop::push(PodUpdates updates) {
  config_.push_back(std::move(updates));
  PODREEL_INVARIANT(handler_ != nullptr, "sources of pods send nothing before the sync loop is started");
  if (!parked_) report_backlog();
  wake();
}

void SyncLoop::push(ProbeUpdate update) {
  probes_.push_back(std::move(update));
  wake();
}

void SyncLoop::on_unchanged(PodSource source) {
  // Without news the loop has nothing to do but to know that the source was read.
  handler_->add_source(source);
}

void SyncLoop::on_watch_lost() {
  handler_->on_stale_pods();
}

void SyncLoop::schedule_sync_tick(sim::Time time) {
  const sim::Time tick = tickers_.sync.at_or_after(std::max(time, process_.now()));
  if (sync_due_ || (sync_tick_at_ && *sync_tick_at_ <= tick)) return;
  if (sync_tick_at_) process_.cancel(sync_tick_);
  sync_tick_at_ = tick;
  sync_tick_ = process_.at(tick, [this] { sync_tick(); });
}

void SyncLoop::sync_tick() {
  PODREEL_INVARIANT(sync_tick_at_ == process_.now(), "a SYNC tick comes when it was scheduled");
  sync_tick_at_.reset();
  if (is_idle() && handler_->resync_idle_pods()) return;
  sync_due_ = true;
  wake();
}

bool SyncLoop::is_idle() const {
  return parked_ && config_.empty() && !pleg_ready_ && probes_.empty() && !sync_due_ && !housekeeping_due_ &&
         !state_->problem();
}

void SyncLoop::schedule_housekeeping() {
  if (std::exchange(housekeeping_scheduled_, true)) return;
  process_.at(tickers_.housekeeping.after(process_.now()), [this] {
    housekeeping_due_ = true;
    wake();
  });
}

void SyncLoop::wake() {
  if (parked_) process_.wake(*std::exchange(parked_, std::nullopt));
}

void SyncLoop::report_backlog() {
  if (is_behind()) handler_->on_stale_pods();
}

sim::Task<> SyncLoop::settle() {
  for (sim::Duration pause = timing::unhealthy_pause_first; state_->problem(); pause = next_pause(pause)) {
    co_await sim::sleep_for(process_, pause);
  }
  has_just_started_ = true;
}

sim::Task<> SyncLoop::run(std::optional<sim::Duration> first_look) {
  if (first_look) {
    co_await sim::sleep_for(process_, *first_look);
    co_await settle();
  }
  sim::Duration pause = timing::unhealthy_pause_first;
  for (;;) {
    while (ready_channels().empty()) {
      co_await sim::park(process_, [this](sim::EventId parked) { parked_ = parked; });
    }
    if (const std::optional<std::string> problem = state_->problem()) {
      recorder_.record("", trace::Node{.what = "Skipping pod synchronization", .message = *problem});
      report_backlog();
      co_await sim::sleep_for(process_, pause);
      pause = next_pause(pause);
      continue;
    }
    pause = timing::unhealthy_pause_first;
    const ReadyChannels ready = ready_channels();
    if (takes_first_config(ready)) {
      co_await take_first_config();
      co_await sim::sleep_for(process_, select_.draw(timing::first_config));
      continue;
    }
    const Channel chosen = ready[ready.size() == 1 ? 0 : select_.pick(ready.size())];
    take_from(chosen);
    report_backlog();
    if (handler_->has_pending_admission()) co_await finish_config();
    if (chosen == Channel::housekeeping) co_await handler_->handle_pod_cleanups();
    if (let_workers_begin(chosen)) co_await sim::sleep_for(process_, sim::Duration{});
  }
}

SyncLoop::ReadyChannels SyncLoop::ready_channels() const {
  ReadyChannels ready;
  if (!config_.empty()) ready.add(Channel::config);
  if (pleg_ready_) ready.add(Channel::pleg);
  if (!probes_.empty()) ready.add(Channel::probe);
  if (sync_due_) ready.add(Channel::sync);
  if (housekeeping_due_) ready.add(Channel::housekeeping);
  return ready;
}

bool SyncLoop::takes_first_config(const ReadyChannels& ready) {
  // The first relist and the first list of pods both wait for the loop to begin. Usually the list comes first, although
  // Go chooses at random.
  const bool is_first = std::exchange(has_just_started_, false) && ready[0] == Channel::config;
  return is_first && !select_.draw(timing::first_relist_before_first_list);
}

sim::Task<> SyncLoop::take_first_config() {
  while (!config_.empty()) {
    take_config();
    report_backlog();
    if (handler_->has_pending_admission()) co_await finish_config();
  }
}

bool SyncLoop::let_workers_begin(Channel woken_by) {
  if (woken_by == Channel::pleg) return handler_->depends_on_reports() && select_.draw(timing::workers_report_first);
  return woken_by == Channel::sync && is_behind() && select_.draw(timing::workers_begin_first);
}

void SyncLoop::take_from(Channel channel) {
  switch (channel) {
    case Channel::config:
      return take_config();
    case Channel::pleg:
      return take_pleg_event();
    case Channel::probe:
      return take_probe_update();
    case Channel::sync:
      sync_due_ = false;
      return handler_->handle_sync_tick();
    case Channel::housekeeping:
      PODREEL_INVARIANT(housekeeping_scheduled_, "housekeeping is due at a tick that was scheduled");
      housekeeping_due_ = false;
      housekeeping_scheduled_ = false;
  }
}

void SyncLoop::take_config() {
  PODREEL_INVARIANT(!config_.empty(), "the sync loop takes pods from a source that has sent some");
  PodUpdates message = std::move(config_.front());
  config_.pop_front();
  for (auto update = message.updates.begin(); update != message.updates.end(); ++update) {
    take(*update);
    if (!handler_->has_pending_admission()) continue;
    message.updates.erase(message.updates.begin(), update + 1);
    return config_.push_front(std::move(message));
  }
  handler_->add_source(message.source);
}

sim::Task<> SyncLoop::finish_config() {
  while (handler_->has_pending_admission()) {
    co_await handler_->finish_admission();
    if (!handler_->has_pending_admission()) take_config();
  }
}

void SyncLoop::take(const PodUpdate& update) {
  if (recorder_.wants<trace::Loop>()) {
    recorder_.record(api::full_name(*update.pod), trace::Loop{std::string{to_string(update.operation)}});
  }
  switch (update.operation) {
    case PodOperation::add:
      return handler_->handle_pod_addition(update.pod);
    case PodOperation::update:
    case PodOperation::graceful_delete:
      return handler_->handle_pod_update(update.pod);
    case PodOperation::remove:
      return handler_->handle_pod_removal(update.pod);
    case PodOperation::reconcile:
      return handler_->handle_pod_reconcile(update.pod);
  }
}

void SyncLoop::take_pleg_event() {
  const std::optional<lifecycle::PodLifecycleEvent> event = pleg_->next();
  if (!event) {
    pleg_ready_ = false;
    return;
  }
  handler_->handle_lifecycle_event(*event);
}

void SyncLoop::take_probe_update() {
  PODREEL_INVARIANT(!probes_.empty(), "the sync loop takes a probe's result after it has changed");
  const ProbeUpdate update = std::move(probes_.front());
  probes_.pop_front();
  handler_->handle_probe_update(update);
}

}  // namespace podreel::kubelet

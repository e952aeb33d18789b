// Ticks of probe workers that come to nothing new, and how they are accounted for.
#include "engine/kubelet/prober/probe_worker.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void ProbeWorker::rest_until(sim::Time until, bool probes) {
  if (!deps_.skip_idle_work || until <= next_tick_) return;
  deps_.process.cancel(tick_timer_);
  rest_ = Rest{.probes = probes};
  if (until == sim::Time::max()) return;
  const sim::Time resumed = next_tick_ + (until - next_tick_ + period() - sim::Duration{1}) / period() * period();
  tick_timer_ = deps_.process.at_beginning_of(resumed, tick_turn(), [self = shared_from_this()] { self->tick(); });
}

void ProbeWorker::rest_if_probes_repeat() {
  const bool succeeds = last_result_ == decide::ProbeResult::success && result_run_ >= spec_->success_threshold;
  if (!succeeds || !deps_.skip_idle_work || is_disturbed_ || stopped_ || probing_ || rest_ || on_hold_) return;
  const api::PodStatus* status = deps_.status_of(pod_->metadata.uid);
  if (status == nullptr || !latency_.skips_unnoticed()) return;
  if (const auto until = deps_.prober.succeeds_until(request_of(*status))) rest_until(*until, true);
}

void ProbeWorker::count_ticks(sim::Time last) {
  if (next_tick_ > last) return;
  const auto more = (last - next_tick_) / period();
  const sim::Time newest = next_tick_ + more * period();
  next_tick_ = newest + period();
  if (!rest_->probes) return;
  const bool has_surely_ended = last - newest >= timing::probe_latency.distribution.most();
  latency_.skip(timing::probe_latency, static_cast<std::uint64_t>(more) + (has_surely_ended ? 1U : 0U));
  rest_->last_ended = has_surely_ended ? last : newest + latency_.draw(timing::probe_latency);
}

bool ProbeWorker::is_probing() {
  if (!rest_) return probing_;
  const sim::Time now = deps_.process.now();
  count_ticks(now);
  return now < rest_->last_ended;
}

void ProbeWorker::disturb() {
  is_disturbed_ = true;
  stop_resting();
}

void ProbeWorker::stop_resting() {
  if (!rest_) return;
  const sim::Time now = deps_.process.now();
  count_ticks(now);
  const sim::Time last_ended = rest_->last_ended;
  rest_.reset();
  deps_.process.cancel(tick_timer_);
  tick_at(next_tick_);
  if (now >= last_ended) return;
  probing_ = true;
  conclude_at(last_ended, decide::ProbeResult::success);
}

void ProbeWorker::cancel_context() {
  disturb();
  context_cancelled_ = true;
}

}  // namespace podreel::kubelet

#include "engine/kubelet/prober/probe_ticks.hpp"

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void ProbeTicks::restart(sim::Time next) {
  PODREEL_INVARIANT(next >= next_, "ticks of a probe worker never go back");
  next_ = next;
}

sim::Time ProbeTicks::first_from(sim::Time time) const noexcept {
  if (time <= next_) return next_;
  return next_ + (time - next_ + period_ - sim::Duration{1}) / period_ * period_;
}

void ProbeTicks::skip(Skipped what) {
  PODREEL_INVARIANT(!skipping_, "ticks that are skipped already cannot be skipped for another reason");
  skipping_ = Skipping{what, sim::Time::min()};
}

void ProbeTicks::count_until(sim::Time now, timing::Stream& latency) {
  PODREEL_INVARIANT(skipping_.has_value(), "only ticks that are skipped are counted");
  if (next_ > now) return;
  const auto ticks_before_last = (now - next_) / period_;
  const sim::Time last = next_ + ticks_before_last * period_;
  next_ = last + period_;
  if (skipping_->what == Skipped::nothing) return;
  const bool has_surely_ended = now - last >= timing::probe_latency.distribution.maximum();
  const auto unseen = static_cast<std::uint64_t>(ticks_before_last) + (has_surely_ended ? 1U : 0U);
  latency.skip(timing::probe_latency, unseen);
  skipping_->last_probe_ends = has_surely_ended ? now : last + latency.draw(timing::probe_latency);
  PODREEL_INVARIANT(skipping_->last_probe_ends >= last, "a probe does not end before it begins");
}

}  // namespace podreel::kubelet

#include "engine/kubelet/preemption/preemption.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/termination/kill_pod_now.hpp"

namespace podreel::kubelet {

KillStatus preempted() {
  return {.reason = sync::event_reason::preempting,
          .message = "Preempted in order to admit critical pod",
          .disruption = "Pod was preempted by Kubelet to accommodate a critical pod."};
}

sim::Task<> Preemption::wait() {
  while (under_way_) {
    co_await sim::park(process_, [this](sim::EventId parked) { waiting_.push_back(parked); });
  }
}

sim::Task<> Preemption::make_room(std::vector<api::PodPtr> victims) {
  PODREEL_INVARIANT(!under_way_, "whoever needs room waits until no preemption is under way");
  under_way_ = true;
  for (const api::PodPtr& victim : victims) {
    KillStatus status = preempted();
    events_.record(*victim, "", sync::EventType::warning, sync::event_reason::preempting, status.message);
    PodKill kill{.pod = victim, .status = std::move(status), .cause = SyncCause::Kind::preempted};
    static_cast<void>(co_await kill_pod_now(process_, workers_, events_, std::move(kill)));
  }
  PODREEL_INVARIANT(under_way_, "a preemption is under way until its victims are dead");
  under_way_ = false;
  for (const sim::EventId waiting : std::exchange(waiting_, {})) process_.wake(waiting);
}

}  // namespace podreel::kubelet

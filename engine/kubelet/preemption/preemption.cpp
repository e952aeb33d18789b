#include "engine/kubelet/preemption/preemption.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "engine/kubelet/preemption/preempted_status.hpp"
#include "engine/sim/completion.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<> Preemption::wait() {
  while (under_way_) {
    co_await sim::park(process_, [this](sim::EventId parked) { waiting_.push_back(parked); });
  }
}

sim::Task<> Preemption::make_room(std::vector<api::PodPtr> victims) {
  under_way_ = true;
  for (const api::PodPtr& victim : victims) {
    events_.record(*victim, "", sync::EventType::warning, sync::event_reason::preempting,
                   std::string{preempted.message});
    co_await kill_now(victim);
  }
  under_way_ = false;
  for (const sim::EventId waiting : std::exchange(waiting_, {})) process_.wake(waiting);
}

sim::Task<> Preemption::kill_now(api::PodPtr pod) {
  const auto stopped = std::make_shared<sim::Completion<bool>>(process_);
  const std::chrono::seconds grace{pod->spec->termination_grace_period_seconds};
  const sim::Duration patience = std::max<sim::Duration>(grace + grace / 2, timing::kill_patience_least);
  const sim::EventId timeout = process_.after(patience, [stopped] { stopped->complete(false); });
  WorkerUpdate kill{.type = UpdateType::kill, .pod = pod, .kill_status = preempted};
  kill.on_stopped = [stopped] { stopped->complete(true); };
  workers_.update_pod(std::move(kill), {SyncCause::Kind::preempted});
  const bool is_dead = co_await stopped->wait();
  if (is_dead) {
    process_.cancel(timeout);
  } else {
    events_.record(*pod, "", sync::EventType::warning, "ExceededGracePeriod",
                   "Container runtime did not kill the pod within specified grace period.");
  }
}

}  // namespace podreel::kubelet

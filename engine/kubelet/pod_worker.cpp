#include "engine/kubelet/pod_worker.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

PodWorker::PodWorker(const memory::Text& pod_uid, WorkQueue::WorkerSlot place_of_pod, timing::Timing& timing)
    : uid{pod_uid},
      place{place_of_pod},
      jitter{timing.stream(timing::Site::worker_jitter, uid)},
      wake_race{timing.stream(timing::Site::worker_wake, uid)} {}

WorkType PodWorker::work_type() const noexcept {
  if (is_terminated()) return WorkType::terminated;
  return is_terminating() ? WorkType::terminating : WorkType::sync;
}

void PodWorker::enter(Stage stage) {
  PODREEL_INVARIANT(stage >= stage_, "a pod never returns to an earlier stage");
  stage_ = stage;
  if (stage != Stage::finished) return;
  pending.reset();
  PODREEL_INVARIANT(!taken && resync == Resync::none, "a worker that has finished has nothing left to do");
}

TerminationState& PodWorker::begin_termination() {
  if (!termination) termination = std::make_unique<TerminationState>();
  return *termination;
}

Termination PodWorker::termination_kind() const {
  if (!termination) return {};
  return {termination->grace_period, termination->kill_status};
}

void PodWorker::materialize_update() {
  if (resync == Resync::none) return;
  PODREEL_INVARIANT(noop != nullptr && is_working(), "a resync in place of an update has a sync to repeat");
  PODREEL_INVARIANT(!pending && !taken && !active, "a resync in place of an update is the only one");
  auto& update = resync == Resync::taken ? taken : pending;
  update = std::make_unique<WorkerUpdate>(
      WorkerUpdate{.type = UpdateType::sync, .pod = noop->pod, .allocated = noop->allocated, .mirror = noop->mirror});
  resync = Resync::none;
}

void PodWorker::take_pending() noexcept {
  taken = std::move(pending);
}

sim::Duration PodWorker::jittered(sim::Duration period) {
  return period + jitter.draw(timing::worker_jitter, period);
}

}  // namespace podreel::kubelet

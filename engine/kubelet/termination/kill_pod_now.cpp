#include "engine/kubelet/termination/kill_pod_now.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "engine/sim/completion.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<bool> kill_pod_now(const sim::Process& process, PodWorkers& workers, sync::EventRecorder& events,
                             PodKill kill) {
  const auto stopped = std::make_shared<sim::Completion<bool>>(process);
  const std::chrono::seconds grace{
      kill.grace_period_override.value_or(kill.pod->spec->termination_grace_period_seconds)};
  const sim::Duration patience = std::max<sim::Duration>(grace + grace / 2, timing::kill_patience_min);
  const sim::EventId timeout = process.after(patience, [stopped] { stopped->complete(false); });
  WorkerUpdate update{.type = UpdateType::kill,
                      .pod = kill.pod,
                      .grace_period_override = kill.grace_period_override,
                      .kill_status = std::move(kill.status)};
  update.completed = stopped;
  workers.update_pod(std::move(update), {kill.cause});
  const bool is_dead = co_await stopped->wait();
  if (is_dead) {
    process.cancel(timeout);
  } else {
    events.record(*kill.pod, "", sync::EventType::warning, sync::event_reason::exceeded_grace_period,
                  "Container runtime did not kill the pod within specified grace period.");
  }
  co_return is_dead;
}

}  // namespace podreel::kubelet

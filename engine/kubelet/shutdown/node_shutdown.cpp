#include "engine/kubelet/shutdown/node_shutdown.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/node_status/node_status_manager.hpp"
#include "engine/kubelet/termination/kill_pod_now.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/release/go_text.hpp"
#include "engine/sim/completion.hpp"

namespace podreel::kubelet {

namespace {

using std::chrono::seconds;

KillStatus shutdown_status(const release::Behaviour& behaviour) {
  using Phase = KillStatus::Phase;
  KillStatus status{
      .reason = "Shutdown", .message = "Node is shutting, evicting pods", .disruption = {}, .is_eviction = false};
  if (behaviour.has(release::shutdown_says_terminated)) {
    status.reason = "Terminated";
    status.message = "Pod was terminated in response to imminent node shutdown.";
    status.phase = behaviour.has(release::shutdown_leaves_phase) ? Phase::kept : Phase::failed_unless_succeeded;
  }
  status.disruption = status.message;
  return status;
}

}  // namespace

struct NodeShutdown::Stopping {
  explicit Stopping(const sim::Process& process) : all_stopped{process} {}

  void note_stopped() {
    PODREEL_INVARIANT(num_left > 0, "each pod is stopped once");
    if (--num_left == 0) all_stopped.complete(true);
  }

  /// False: their time is over.
  sim::Completion<bool> all_stopped;
  std::size_t num_left = 0;
};

bool NodeShutdown::begin(std::optional<sim::Duration> inhibit_delay_max, std::function<void()> release_lock) {
  if (phases_.empty() || is_under_way_) return false;
  const sim::Duration wanted = length_of(phases_);
  if (inhibit_delay_max && *inhibit_delay_max < wanted) {
    deps_.recorder.record("", trace::Node{.what = "Failed to start node shutdown manager",
                                          .message = fmt::format(
                                              "node shutdown manager was unable to update logind InhibitDelayMaxSec "
                                              "to {} (ShutdownGracePeriod), current value of InhibitDelayMaxSec ({}) "
                                              "is less than requested ShutdownGracePeriod",
                                              release::go_duration(wanted), release::go_duration(*inhibit_delay_max))});
    return false;
  }
  is_under_way_ = true;
  record_beginning();
  sim::spawn(deps_.process, stop_pods(std::move(release_lock)));
  return true;
}

void NodeShutdown::record_beginning() {
  if (deps_.behaviour.has(release::shutdown_event)) {
    deps_.events.record_of_node(sync::EventType::normal, sync::event_reason::node_shutdown,
                                "Shutdown manager detected shutdown event");
  }
  if (!deps_.behaviour.has(release::shutdown_is_node_condition)) return;
  if (deps_.node_status != nullptr) return deps_.node_status->report_now();
  const std::string message{node_error};
  deps_.recorder.record(
      "",
      trace::Node{.what = "Node became not ready", .message = message, .ready = "False:KubeletNotReady:" + message});
  deps_.events.record_of_node(sync::EventType::normal, sync::event_reason::node_not_ready,
                              fmt::format("Node {} status is now: NodeNotReady", deps_.node.name));
}

Rejection NodeShutdown::rejection() const {
  if (deps_.behaviour.has(release::shutdown_says_terminated)) {
    return {"NodeShutdown", "Pod was rejected as the node is shutting down."};
  }
  return {"Shutdown", "Node is in progress of shutting down, not admitting any new pods"};
}

sim::Task<> NodeShutdown::stop_pods(std::function<void()> release_lock) {
  PODREEL_INVARIANT(is_under_way_, "pods are stopped while the node shuts down");
  const std::vector<api::PodPtr> pods = deps_.active_pods.list();
  if (deps_.behaviour.has(release::shutdown_waits_for_phases)) {
    for (ShutdownGroup& group : group_by_priority(phases_, pods)) {
      const seconds patience{group.phase.seconds};
      if (group.pods.empty()) continue;
      std::vector<ShutdownGroup> alone;
      alone.push_back(std::move(group));
      co_await stop(std::move(alone), patience);
    }
  } else {
    co_await stop(group_by_criticality(phases_, pods), length_of(phases_));
  }
  release_lock();
}

sim::Task<> NodeShutdown::stop(std::vector<ShutdownGroup> groups, sim::Duration patience) {
  const auto stopping = std::make_shared<Stopping>(deps_.process);
  for (const ShutdownGroup& group : groups) stopping->num_left += group.pods.size();
  if (stopping->num_left == 0) co_return;
  sim::Duration waits{};
  for (const ShutdownGroup& group : groups) {
    for (const api::PodPtr& pod : group.pods) {
      sim::spawn(deps_.process, stop_pod(pod, group.phase.seconds, waits, stopping));
    }
    waits += seconds{group.phase.seconds};
  }
  const sim::EventId timeout = deps_.process.after(patience, [stopping] { stopping->all_stopped.complete(false); });
  if (co_await stopping->all_stopped.wait()) deps_.process.cancel(timeout);
}

sim::Task<> NodeShutdown::stop_pod(api::PodPtr pod, std::int64_t seconds_of_phase, sim::Duration waits,
                                   std::shared_ptr<Stopping> stopping) {
  if (waits > sim::Duration{}) co_await sim::sleep_for(deps_.process, waits);
  const std::int64_t grace = std::min(seconds_of_phase, pod->spec->termination_grace_period_seconds);
  const memory::Text uid = pod->metadata.uid;
  PodKill kill{.pod = std::move(pod),
               .status = shutdown_status(deps_.behaviour),
               .grace_period_override = grace,
               .cause = SyncCause::Kind::shut_down};
  static_cast<void>(co_await kill_pod_now(deps_.process, deps_.workers, deps_.events, std::move(kill)));
  if (deps_.behaviour.has(release::shutdown_waits_for_unmounts))
    static_cast<void>(co_await deps_.volumes.wait_for_unmount(uid));
  stopping->note_stopped();
}

}  // namespace podreel::kubelet

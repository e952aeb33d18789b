// The end of pods on this node, and what the kubelet knows of it.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/status/pod_deletion_safety.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/pod_state_provider.hpp"

namespace podreel::kubelet {

/// The view of a pod's end that pod workers, housekeeping, garbage collection, admission and the status manager share.
/// Kubelets do it in one of two ways: WorkerTermination or KillerTermination.
class PodTermination : public sync::PodStateProvider, public PodDeletionSafety {
 public:
  using RunningPods = runtime::Result<std::vector<runtime::RunningPod>>;

  /// dispatchWork: returns whether the pod's worker has to handle a change of the pod. If not, this call has handled it
  /// completely.
  virtual bool needs_work(const api::PodPtr& pod) = 0;
  /// No source has the pod any more.
  virtual void remove(const api::PodPtr& pod) = 0;
  /// A sync of this pod fails: another one of its name is still being stopped.
  [[nodiscard]] virtual bool delays_termination(const api::Pod& pod) const = 0;

  /// The pod takes up room on the node that a new pod cannot have.
  [[nodiscard]] virtual bool is_active(const api::Pod& pod) const = 0;
  /// A container has died: whether all dead containers of its pod can go.
  virtual bool can_remove_dead_containers(const memory::Text& uid) = 0;

  /// Returns those of these pods that may need workers and probes.
  [[nodiscard]] virtual std::vector<memory::Text> with_work(std::vector<memory::Text> uids) const = 0;
  /// Housekeeping: workers that are not among these, sorted, are forgotten if they can be. Returns the UIDs of all that
  /// remain, sorted.
  virtual std::vector<memory::Text> forget_workers(const std::vector<memory::Text>& wanted_uids) = 0;
  /// Housekeeping would stop what runs of the pod.
  [[nodiscard]] virtual bool is_orphan(const memory::Text& uid) const = 0;
  /// Housekeeping: stops what runs and should not. Returns what ran before, if the runtime has listed it.
  sim::Task<RunningPods> kill_unwanted();
  /// Housekeeping is not done yet with what it has seen.
  [[nodiscard]] bool is_watching() const;

 protected:
  /// There was something to stop when housekeeping looked last.
  [[nodiscard]] bool found_unwanted() const noexcept { return found_unwanted_; }

 private:
  /// Pods that housekeeping takes for running.
  virtual sim::Task<RunningPods> running_pods() = 0;
  virtual void kill(const runtime::RunningPod& pod) = 0;
  [[nodiscard]] virtual bool should_keep_watching() const = 0;

  /// The running pods were known when housekeeping looked last.
  bool could_list_ = true;
  bool found_unwanted_ = false;
};

}  // namespace podreel::kubelet

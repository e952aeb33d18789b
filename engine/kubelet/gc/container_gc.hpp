// Removes what has ended: dead containers of live pods beyond the newest, and all that is left of deleted pods.
#pragma once

#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/environment.hpp"
#include "engine/sync/pod_state_provider.hpp"

namespace podreel::kubelet {

/// kuberuntime's container garbage collection (pkg/kubelet/kuberuntime/kuberuntime_gc.go), with the kubelet's default
/// policy: one dead container kept per container of a pod that is still wanted, no minimum age.
class ContainerGc {
 public:
  ContainerGc(const sync::Environment& environment, const sync::PodStateProvider& pod_states) noexcept
      : env_{environment}, pod_states_{pod_states} {}

  sim::Task<> collect();

 private:
  sim::Task<> collect_pod(runtime::PodStatusPtr status);
  sim::Task<> remove_sandbox(api::Text id);

  sync::Environment env_;
  const sync::PodStateProvider& pod_states_;
};

}  // namespace podreel::kubelet

// Removes what has ended: dead containers of live pods beyond the newest, and all that is left of deleted pods.
#pragma once

#include <functional>
#include <vector>

#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// kuberuntime's container garbage collection (pkg/kubelet/kuberuntime/kuberuntime_gc.go), with the kubelet's default
/// policy: one dead container kept per container of a pod that is still wanted, no minimum age.
class ContainerGc {
 public:
  /// All must outlive the collection. As long as sources are not ready, no container goes for the sake of its pod's
  /// end.
  ContainerGc(const sync::SyncDependencies& environment, const sync::PodStateProvider& pod_states,
              sync::ContainerLogManager& logs, const SourcesReady& sources) noexcept
      : env_{environment}, pod_states_{pod_states}, logs_{logs}, sources_{sources} {}

  using PodPredicate = std::function<bool(const memory::Text& uid)>;

  /// `gives_all`: nothing of these pods is kept, although somebody still wants them. False if the runtime refused
  /// something, and there may be more to do.
  sim::Task<bool> collect(PodPredicate gives_all);
  /// Takes away these containers of the pod, and their logs; false likewise.
  sim::Task<bool> remove(runtime::PodStatusPtr status, std::vector<memory::Text> ids);
  /// Takes away the pod's sandboxes that are down and hold nothing but the containers `going`; the newest one stays
  /// unless `all` may go. False likewise.
  sim::Task<bool> remove_sandboxes(runtime::PodStatusPtr status, std::vector<memory::Text> going, bool all);

 private:
  sim::Task<bool> collect_pod(runtime::PodStatusPtr status, bool gives_all);
  sim::Task<bool> remove_sandbox(memory::Text id);

  sync::SyncDependencies env_;
  const sync::PodStateProvider& pod_states_;
  sync::ContainerLogManager& logs_;
  const SourcesReady& sources_;
};

}  // namespace podreel::kubelet

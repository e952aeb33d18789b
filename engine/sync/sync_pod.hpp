// Making a pod what its spec says: kuberuntime's SyncPod.
#pragma once

#include <optional>
#include <vector>

#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/start_container.hpp"
#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

struct SyncRequest {
  api::PodPtr pod;
  runtime::PodStatusPtr status;
  /// The pod is being restarted as a whole (1.35, KEP-5532).
  bool restart_all_containers = false;
  /// If not null, the reasons of the decision are appended; must outlive the sync.
  decide::Reasons* reasons = nullptr;
  /// If not null, what back-offs say to the decision is appended.
  BackOffFindings* back_offs = nullptr;
  /// If not null, it decides what becomes of regular containers.
  runtime::PodStatusPtr latest_status{};
};

struct SyncOutcome {
  PodSyncResult result;
  /// The decision, which was carried out as far as nothing failed.
  decide::PodActions actions;
  /// There was nothing to do.
  bool is_idle = false;
  /// If there was nothing to do but to start these containers, and all of them are in back-off; else none.
  std::vector<InBackOff> in_back_off;
  /// The real kubelet would have crashed while it decided; nothing was done.
  std::optional<decide::Panic> panic;
};

/// One SyncPod: decide, then kill what has to go, make a sandbox, start ephemeral, init and regular containers, one
/// after another; what a failure stops and what it does not is upstream's. Blocks as long as the runtime, hooks and
/// pulls do, and is never interrupted. All arguments must outlive the sync, which writes to an empty `outcome`.
[[nodiscard]] sim::Task<> sync_pod(SyncContext& context, const SyncRequest& request, SyncOutcome& outcome);

}  // namespace podreel::sync

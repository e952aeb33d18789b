// A resize is carried out.
#pragma once

#include <optional>
#include <vector>

#include "engine/decide/pod_actions.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

/// Resources that SyncPod is to give a pod that runs in this sandbox.
struct PodResize {
  api::PodPtr pod;
  memory::Text sandbox_id;
  std::vector<decide::ContainerToResize> containers;
  /// Containers have been killed for it, too.
  bool resizes_pod = false;
};

/// doPodResizeAction: memory, then CPU; the pod's control group before its containers where it grows, after them where
/// it shrinks; containers that shrink before those that grow. The first failure ends it.
[[nodiscard]] sim::Task<std::optional<SyncFailure>> resize_pod(SyncContext& context, PodResize resize);

}  // namespace podreel::sync

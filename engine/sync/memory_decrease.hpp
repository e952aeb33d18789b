// Memory that is in use cannot be taken away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_actions.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::sync {

/// The limits of memory that a resize lowers: validateMemoryResizeAction (1.34); before, a kubelet looked at the pod as
/// a whole only.
struct MemoryDecrease {
  /// Bytes of the pod's control group, as a kubelet reads them: -1 where control groups of version 2 have no limit.
  std::int64_t pod_has = -1;
  std::optional<std::int64_t> pod_wants;
  const std::vector<decide::ContainerToResize>& containers;

  /// Why that cannot be, as the kubelet says it; nothing if it can.
  [[nodiscard]] std::optional<std::string> problem(const api::Pod& pod, const runtime::MemoryUsage& usage,
                                                   const release::Behaviour& behaviour) const;
};

}  // namespace podreel::sync

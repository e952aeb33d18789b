// When the API may see that a pod has ended.
#pragma once

#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// Facts of pod workers and the runtime about a pod's end: status.PodDeletionSafetyProvider.
class PodDeletionSafety {
 public:
  virtual ~PodDeletionSafety() = default;

  /// A container of the pod may still run or be started: the API must not see a terminal phase yet (1.22).
  [[nodiscard]] virtual bool could_have_running_containers(const memory::Text& uid) const = 0;

  /// No container of the pod is left in the runtime, and nothing else that a new pod could need (asked up to 1.26).
  [[nodiscard]] virtual bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const = 0;
};

}  // namespace podreel::kubelet

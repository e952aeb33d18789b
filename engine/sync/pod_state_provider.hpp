// The states of pods, as pod workers know them.
#pragma once

#include "engine/memory/text.hpp"

namespace podreel::sync {

/// podStateProvider of pkg/kubelet/kuberuntime: pod workers know more about a pod's end than the pod's object.
class PodStateProvider {
 public:
  virtual ~PodStateProvider() = default;

  /// The pod is not to be started any more.
  [[nodiscard]] virtual bool is_termination_requested(const memory::Text& uid) const = 0;

  /// The pod has been stopped and nobody wants it: all that is left of it may go.
  [[nodiscard]] virtual bool should_content_be_removed(const memory::Text& uid) const = 0;
};

}  // namespace podreel::sync

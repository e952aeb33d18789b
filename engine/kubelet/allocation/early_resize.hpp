// In-place resizes as long as they were alpha, 1.27 to 1.31: decided while a pod is synced, by what the API says of it.
#pragma once

#include <optional>

#include "engine/api/pod.hpp"
#include "engine/kubelet/allocation/allocated_resources.hpp"
#include "engine/kubelet/allocation/resize_fit.hpp"

namespace podreel::kubelet {

class EarlyResize {
 public:
  explicit EarlyResize(AllocatedResources& allocated) : allocated_{allocated} {}

  /// Returns whether a container requests other resources than it has been allocated, according to the API.
  [[nodiscard]] static bool is_asked_for(const api::Pod& pod);
  /// Allocates the resize that the pod's spec asks for, if there is room for it. Returns the pod with the status that
  /// the API has of it, and in it what was decided (handlePodResourcesResize).
  [[nodiscard]] api::PodPtr decide(const api::Pod& pod, const std::optional<ResizeMisfit>& misfit);

  /// A resize of the pod was decided about, and is not known to be complete.
  [[nodiscard]] bool is_under_way(const memory::Text& uid) const { return !allocated_.decided(uid).empty(); }

  /// Returns `status.resize`: the last decision, until the containers have what the spec asks for
  /// (determinePodResizeStatus).
  [[nodiscard]] memory::Text progress(const api::Pod& pod, const api::PodStatus& status);

 private:
  AllocatedResources& allocated_;
};

}  // namespace podreel::kubelet

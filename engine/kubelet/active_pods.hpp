// Kubelet.GetActivePods: the pods that take up room on the node.
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission/active_requests.hpp"

namespace podreel::kubelet {

class AllocationManager;
class PodManager;
class PodTermination;

/// Pods that were admitted and have not ended. Eviction, node shutdown and admission choose from them.
class ActivePods final : public CountedPods {
 public:
  /// All must outlive the list.
  ActivePods(const PodManager& pods, const PodTermination& termination, const AllocationManager& allocation) noexcept
      : pods_{pods}, termination_{termination}, allocation_{allocation} {}

  /// In the order of their UIDs.
  [[nodiscard]] std::vector<api::PodPtr> list() const;
  /// All but `pod`, with the resources that they have been allocated.
  [[nodiscard]] std::vector<api::PodPtr> list_allocated_beside(const api::Pod& pod) const;
  /// Specs of all but `pod`, with the requests that count for admission.
  [[nodiscard]] std::vector<api::SpecPtr> list_counted_beside(const api::Pod& pod) const;
  /// The spec with the requests that count for admission; null for a pod that is not active.
  [[nodiscard]] api::SpecPtr counted_spec(const memory::Text& uid) const override;

 private:
  const PodManager& pods_;
  const PodTermination& termination_;
  const AllocationManager& allocation_;
};

}  // namespace podreel::kubelet

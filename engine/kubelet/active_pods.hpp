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
  /// All that count beside `pod`, with the resources that they have been allocated.
  [[nodiscard]] std::vector<api::PodPtr> list_allocated_beside(const api::Pod& pod) const;
  /// Specs of all that count beside `pod`, with the requests that count for admission.
  [[nodiscard]] std::vector<api::SpecPtr> list_counted_beside(const api::Pod& pod) const;
  /// The spec with the requests that count for admission; null for a pod that does not count.
  [[nodiscard]] api::SpecPtr counted_spec(const memory::Text& uid) const override;

 private:
  /// Returns whether `other` takes up room when `pod` is admitted.
  [[nodiscard]] bool counts_beside(const api::Pod& pod, const api::Pod& other) const;

  const PodManager& pods_;
  const PodTermination& termination_;
  const AllocationManager& allocation_;
};

}  // namespace podreel::kubelet

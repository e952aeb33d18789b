// lifecycle.PodAdmitHandler: whether a pod may run on the node.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission.hpp"

namespace podreel::kubelet {

struct Admission {
  std::optional<Rejection> rejection{};
  /// Pods that have to be gone before a pod that is not rejected is admitted.
  std::vector<api::PodPtr> victims{};
};

class PodAdmitHandler {
 public:
  /// Decides about the pod with the resources of its spec, beside all other active pods.
  [[nodiscard]] virtual Admission admit(const api::Pod& pod) = 0;

 protected:
  ~PodAdmitHandler() = default;
};

}  // namespace podreel::kubelet

#include "engine/kubelet/admission/node_admission.hpp"

#include <utility>

#include "engine/kubelet/admission/declared_features.hpp"
#include "engine/kubelet/admission/sysctls.hpp"
#include "engine/kubelet/preemption/critical_pod_admission.hpp"

namespace podreel::kubelet {

Admission NodeAdmission::admit(const api::Pod& pod) {
  if (auto why = forbidden_sysctl(*pod.spec, deps_.options.config.allowed_unsafe_sysctls, deps_.behaviour)) {
    return {.rejection = Rejection{"SysctlForbidden", std::move(*why)}};
  }
  const auto active = [this, &pod] { return deps_.active_pods.list_allocated_beside(pod); };
  const bool is_kept = deps_.idle_work == sim::IdleWork::skipped;
  const NodeUse use = is_kept ? deps_.active_requests.without(pod.metadata.uid)
                              : use_of(deps_.active_pods.list_counted_beside(pod), deps_.node, deps_.requests);
  if (deps_.idle_work == sim::IdleWork::checked) deps_.active_requests.check(pod.metadata.uid, use);
  Admission admission = admission_of(pod, use, active, deps_.node, deps_.behaviour, deps_.requests);
  if (admission.rejection) return admission;
  if (auto why = missing_feature(pod, deps_.behaviour)) {
    return {.rejection = Rejection{"PodFeatureUnsupported", std::move(*why)}};
  }
  return admission;
}

}  // namespace podreel::kubelet

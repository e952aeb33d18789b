// Kubelet.canAdmitPod: what the node and its pods say to another one.
#pragma once

#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/active_pods.hpp"
#include "engine/kubelet/admission/active_requests.hpp"
#include "engine/kubelet/admission/pod_admit_handler.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/idle.hpp"

namespace podreel::kubelet {

/// Rejects pods with forbidden sysctls, and those that do not fit on the node.
class NodeAdmission final : public PodAdmitHandler {
 public:
  /// All must outlive the handler.
  struct Dependencies {
    const KubeletOptions& options;
    const release::Behaviour& behaviour;
    const NodeDescription& node;
    decide::PodRequests& requests;
    const ActivePods& active_pods;
    ActiveRequests& active_requests;
    sim::IdleWork idle_work = sim::IdleWork::skipped;
  };
  explicit NodeAdmission(const Dependencies& dependencies) : deps_{dependencies} {}

  [[nodiscard]] Admission admit(const api::Pod& pod) override;

 private:
  Dependencies deps_;
};

}  // namespace podreel::kubelet

// The addresses in a pod's status.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"

namespace podreel::kubelet {

/// Sets podIP and podIPs from the runtime's status, hostIP and hostIPs from the node's addresses; a pod on the
/// host's network has the node's. pkg/kubelet/kubelet_pods.go convertStatusToAPIStatus and generateAPIPodStatus.
void set_pod_ips(const StatusInputs& inputs, api::PodStatus& status);
void set_host_ips(const StatusInputs& inputs, api::PodStatus& status);

}  // namespace podreel::kubelet

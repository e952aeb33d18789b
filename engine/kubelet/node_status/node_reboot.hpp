// The event of a node that has been rebooted (pkg/kubelet/kubelet_node_status.go, rebootEvent).
#pragma once

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"

namespace podreel::kubelet {

/// Records that the node has another boot ID than the API server knows: after `delay`, or while the API server is away
/// at the first later attempt to register the node that it answers. All must outlive the task.
[[nodiscard]] sim::Task<> report_reboot(const sim::Process& process, sim::Duration delay,
                                        apiserver::ApiServer& api_server, const NodeDescription& node,
                                        sync::EventRecorder& events);

}  // namespace podreel::kubelet

// Attempts to register the node (pkg/kubelet/kubelet_node_status.go, registerWithAPIServer).
#pragma once

#include <algorithm>
#include <functional>

#include "engine/apiserver/api_server.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

/// Ends at once if the API server answers, otherwise at the first later attempt at which it does. Calls `attempt` at
/// each later attempt. All must outlive the task.
inline sim::Task<> registration(const sim::Process& process, const apiserver::ApiServer& api_server,
                                std::function<void()> attempt) {
  for (sim::Duration wait = timing::registration_retry_first; !api_server.is_reachable();
       wait = std::min<sim::Duration>(2 * wait, timing::registration_retry_max)) {
    co_await sim::sleep_for(process, wait);
    attempt();
  }
}

}  // namespace podreel::kubelet

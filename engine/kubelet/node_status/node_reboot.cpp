#include "engine/kubelet/node_status/node_reboot.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<> report_reboot(const sim::Process& process, sim::Duration delay, apiserver::ApiServer& api_server,
                          const NodeDescription& node, sync::EventRecorder& events) {
  co_await sim::sleep_for(process, delay);
  // Registration, as in NodeStatusManager::register_node.
  for (sim::Duration wait = timing::registration_retry_first; !api_server.is_reachable();
       wait = std::min<sim::Duration>(2 * wait, timing::registration_retry_max)) {
    co_await sim::sleep_for(process, wait);
  }
  events.record_of_node(sync::EventType::warning, sync::event_reason::node_rebooted,
                        fmt::format("Node {} has been rebooted, boot id: {}", node.name, node.boot_id));
  api_server.set_boot_id(node.boot_id);
}

}  // namespace podreel::kubelet

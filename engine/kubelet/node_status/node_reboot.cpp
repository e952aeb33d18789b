#include "engine/kubelet/node_status/node_reboot.hpp"

#include <fmt/format.h>

#include "engine/kubelet/node_status/registration.hpp"

namespace podreel::kubelet {

sim::Task<> report_reboot(const sim::Process& process, sim::Duration delay, apiserver::ApiServer& api_server,
                          const NodeDescription& node, sync::EventRecorder& events) {
  co_await sim::sleep_for(process, delay);
  co_await registration(process, api_server, [] {});
  events.record_of_node(sync::EventType::warning, sync::event_reason::node_rebooted,
                        fmt::format("Node {} has been rebooted, boot id: {}", node.name, node.boot_id));
  api_server.set_boot_id(node.boot_id);
}

}  // namespace podreel::kubelet

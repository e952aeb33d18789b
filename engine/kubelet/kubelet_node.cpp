// What a kubelet tells of its node, and who asks.
#include <fmt/format.h>
#include <utility>

#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<> Kubelet::report_boot() {
  co_await sim::sleep_for(process_, *setup_);
  while (!surroundings_.api_server.is_reachable()) co_await sim::sleep_for(process_, timing::node_status_period);
  const NodeDescription& node = surroundings_.node;
  events_.record_of_node(sync::EventType::warning, sync::event_reason::node_rebooted,
                         fmt::format("Node {} has been rebooted, boot id: {}", node.name, node.boot_id));
  surroundings_.api_server.set_boot_id(node.boot_id);
}

void Kubelet::list_pods() {
  if (!behaviour_.pod_list_changes_statuses) return;
  for (const api::Text& uid : std::vector<api::Text>{pods_.uids()}) {
    const api::PodPtr pod = pods_.find(uid);
    const api::PodStatus* status = statuses_.status_of(uid);
    if (pod->is_static() || status == nullptr) continue;
    api::Pod changed = *pod;
    changed.status = *status;
    pods_.set(std::make_shared<const api::Pod>(std::move(changed)));
  }
}

}  // namespace podreel::kubelet

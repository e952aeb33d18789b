// What a kubelet tells of its node, and who asks.
#include <fmt/format.h>
#include <utility>

#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

std::unique_ptr<NodeStatusManager> Kubelet::make_node_status() {
  if (!options_.reports_node_status) return nullptr;
  apiserver::ApiServer& server = surroundings_.api_server;
  server.node().on_change([this] {
    if (process_.alive()) node_status_->look_again();
  });
  return std::make_unique<NodeStatusManager>(
      NodeStatusManager::Dependencies{
          process_, surroundings_.timing, behaviour_, surroundings_.runtime, server, events_, surroundings_.recorder,
          surroundings_.node.name, [this] { return node_health(); },
          [this] {
            const bool is_well = surroundings_.changes.relist_is_instant() && !runtime_state_.is_suspected();
            return !is_well || !node_health().errors.empty();
          },
          options_.skip_idle_work},
      options_.config);
}

std::function<void()> Kubelet::on_node_news(void (NodeStatusManager::*told)()) {
  if (!options_.reports_node_status) return {};
  return [this, told] { (*node_status_.*told)(); };
}

bool Kubelet::report_pressure() {
  if (node_status_) node_status_->look_again();
  return options_.reports_node_status;
}

NodeHealth Kubelet::node_health() const {
  NodeHealth health{.errors = runtime_state_.node_errors(), .pressures = eviction_.conditions()};
  if (shutdown_.is_under_way() && behaviour_.shutdown_is_node_condition) {
    health.errors.emplace_back(NodeShutdown::node_error);
  }
  return health;
}

void Kubelet::connection_changed() {
  if (node_status_ && process_.alive()) node_status_->connection_changed();
}

void Kubelet::hear_of_system_oom(std::string_view process, std::int32_t pid) {
  if (!process_.alive() || !behaviour_.system_oom_told) return;
  events_.record_of_node(sync::EventType::warning, sync::event_reason::system_oom,
                         fmt::format("System OOM encountered, victim process: {}, pid: {}", process, pid));
}

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
  for (const memory::Text& uid : std::vector<memory::Text>{pods_.uids()}) {
    const api::PodPtr pod = pods_.find(uid);
    const api::PodStatus* status = statuses_.status_of(uid);
    if (pod->is_static() || status == nullptr) continue;
    api::Pod changed = *pod;
    changed.status = *status;
    pods_.set(std::make_shared<const api::Pod>(std::move(changed)));
  }
}

}  // namespace podreel::kubelet

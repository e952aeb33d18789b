#include "scenarios/fleet/order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "scenarios/cluster/model/pod_constraints.hpp"
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::fleet {

namespace {

bool can_be_canary(const Canaries& canaries, const NodePlace& node) {
  if (!canaries.node_pool.empty() && node.pool->name != canaries.node_pool) return false;
  api::Labels labels = node.pool->labels;
  labels.merge(format::every_nodes_labels(node_name(node)));
  const auto zone = labels.find(cluster::zone_label);
  if (!canaries.zone.empty() && (zone == labels.end() || zone->second != canaries.zone)) return false;
  return canaries.labels.matches(labels);
}

}  // namespace

std::vector<std::uint32_t> cluster_order(const Fleet& fleet, const Plan& plan) {
  std::vector<std::uint32_t> order;
  for (const std::string& name : plan.order) {
    const auto named = std::ranges::find(fleet.clusters, name, &Cluster::name);
    order.push_back(static_cast<std::uint32_t>(named - fleet.clusters.begin()));
  }
  for (std::uint32_t index = 0; index < fleet.clusters.size(); ++index) {
    if (std::ranges::find(order, index) == order.end()) order.push_back(index);
  }
  return order;
}

TurnOrder turn_order(const Cluster& cluster, const Plan& plan) {
  TurnOrder order;
  order.nodes.resize(node_count(cluster));
  std::iota(order.nodes.begin(), order.nodes.end(), 0U);
  const auto all = static_cast<std::uint32_t>(order.nodes.size());
  if (!plan.canaries.are_selected()) {
    order.canaries = std::min(plan.canaries.nodes, all);
    return order;
  }
  const std::uint32_t maximum = plan.canaries.nodes > 0 ? plan.canaries.nodes : all;
  std::vector<std::uint32_t> others;
  std::vector<std::uint32_t> canaries;
  for (const std::uint32_t node : order.nodes) {
    const bool is_canary = canaries.size() < maximum && can_be_canary(plan.canaries, node_at(cluster, node));
    (is_canary ? canaries : others).push_back(node);
  }
  order.canaries = static_cast<std::uint32_t>(canaries.size());
  canaries.insert(canaries.end(), others.begin(), others.end());
  order.nodes = std::move(canaries);
  return order;
}

}  // namespace podreel::fleet

#include "scenarios/fleet/order.hpp"

#include <algorithm>
#include <numeric>

namespace podreel::fleet {

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

std::vector<std::uint32_t> turn_order(const Cluster& cluster) {
  std::vector<std::uint32_t> nodes(node_count(cluster));
  std::iota(nodes.begin(), nodes.end(), 0U);
  return nodes;
}

}  // namespace podreel::fleet

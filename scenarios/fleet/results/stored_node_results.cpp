#include "scenarios/fleet/results/stored_node_results.hpp"

namespace podreel::fleet {

std::vector<NodeResult> StoredNodeResults::find_or_request(Ask ask, Stage stage, std::uint32_t cluster,
                                                           const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> missing;
  for (const std::uint32_t node : nodes) {
    if (!store_.has({plan_, cluster, node, stage})) missing.push_back(node);
  }
  std::vector<NodeResult> made;
  if (!missing.empty()) made = (others_.*ask)(cluster, missing);
  auto next = made.begin();
  std::vector<NodeResult> accounts;
  accounts.reserve(nodes.size());
  for (const std::uint32_t node : nodes) {
    const NodeResultKey key{plan_, cluster, node, stage};
    if (store_.has(key)) {
      accounts.push_back(store_.read(key));
      continue;
    }
    if (keep_) keep_(key, *next);
    accounts.push_back(std::move(*next++));
  }
  return accounts;
}

}  // namespace podreel::fleet

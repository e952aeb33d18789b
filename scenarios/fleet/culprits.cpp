#include "scenarios/fleet/culprits.hpp"

#include <set>

namespace podreel::fleet {

namespace {

void name(NamedNodes& nodes, std::uint32_t node) {
  if (nodes.first.size() < most_worst_nodes) nodes.first.push_back(node);
  ++nodes.count;
}

}  // namespace

void Culprits::add(std::uint32_t node, const NodeAccount& account) {
  if (account.restarted > 0) name(restarting_, node);
  if (!account.has_recovered) name(unrecovered_, node);
  std::set<std::uint32_t> interrupted;
  for (const Outage& outage : account.outages) interrupted.insert(outage.pod.workload);
  for (const std::uint32_t workload : interrupted) name(interrupting_[workload], node);
}

NamedNodes Culprits::interrupting(std::uint32_t workload) const {
  const auto found = interrupting_.find(workload);
  return found == interrupting_.end() ? NamedNodes{} : found->second;
}

}  // namespace podreel::fleet

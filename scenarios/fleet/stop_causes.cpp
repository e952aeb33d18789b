#include "scenarios/fleet/stop_causes.hpp"

#include <set>

namespace podreel::fleet {

namespace {

void name(NamedNodes& nodes, std::uint32_t node) {
  if (nodes.first.size() < max_worst_nodes) nodes.first.push_back(node);
  ++nodes.count;
}

}  // namespace

void StopCauses::add(std::uint32_t node, const NodeResult& account) {
  if (account.restarted > 0) name(restarting_, node);
  if (!account.has_recovered) name(unrecovered_, node);
  std::set<std::uint32_t> interrupted;
  for (const Outage& outage : account.outages) interrupted.insert(outage.pod.workload);
  for (const std::uint32_t workload : interrupted) name(interrupting_[workload], node);
}

NamedNodes StopCauses::interrupting(std::uint32_t workload) const {
  const auto found = interrupting_.find(workload);
  return found == interrupting_.end() ? NamedNodes{} : found->second;
}

}  // namespace podreel::fleet

#include "scenarios/fleet/drain/cluster_pod.hpp"

#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/actions/delete_pod.hpp"

namespace podreel::fleet {

actions::ActionPtr action_of(const Cluster& cluster, const Order& order) {
  if (!order.pod) return order.step;
  const Replica& replica = order.pod->replica;
  const Workload& workload = cluster.workloads[replica.workload];
  const std::string name = full_pod_name(workload, replica.ordinal);
  if (!order.pod->creates) return actions::delete_pod(name, order.pod->grace_period_seconds);
  return actions::create_pod(name, manifest_of(workload, replica.ordinal));
}

}  // namespace podreel::fleet

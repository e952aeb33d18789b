#include "scenarios/fleet/drain/cluster_drain.hpp"

#include <utility>

#include "scenarios/fleet/drain/followed_scenario.hpp"

namespace podreel::fleet {

ClusterDrain::ClusterDrain(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, WorkerThreads& workers)
    : fleet_{fleet},
      plan_{plan},
      cluster_{fleet.clusters[cluster]},
      drained_{fleet, plan, cluster, workers},
      order_{turn_order(cluster_, plan)},
      are_masters_done_{!plan.masters} {}

DrainedBatch ClusterDrain::next() {
  if (!std::exchange(are_masters_done_, true))
    return {drained_.masters(order_.nodes, *plan_.masters), drained_.outcome()};
  const std::uint32_t count = plan_.next_batch(done_, static_cast<std::uint32_t>(order_.nodes.size()), order_.canaries);
  const auto first = order_.nodes.begin() + done_;
  const sim::Duration ended = drained_.elapsed();
  const sim::Duration begin = plan_.windows ? plan_.windows->in_window(ended + pause_) : ended + pause_;
  DrainedBatch batch;
  batch.accounts = drained_.batch({first, first + count}, plan_.node, true, begin - ended);
  batch.so_far = drained_.outcome();
  pause_ = plan_.pause_after(done_ < order_.canaries);
  done_ += count;
  is_stuck_ = batch.so_far.stuck_because.has_value();
  return batch;
}

DrainedBatch ClusterDrain::roll_back(const std::vector<std::uint32_t>& nodes, sim::Duration pause) {
  DrainedBatch batch;
  batch.accounts = drained_.batch(nodes, plan_.roll_back, false, pause);
  batch.so_far = drained_.outcome();
  return batch;
}

nlohmann::ordered_json ClusterDrain::followed(std::uint32_t node) {
  return followed_document(fleet_, cluster_, node, drained_.placement().pods_of(node), plan_,
                           drained_.node(node).followed());
}

}  // namespace podreel::fleet

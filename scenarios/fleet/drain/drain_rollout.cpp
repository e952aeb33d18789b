#include "scenarios/fleet/drain/drain_rollout.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/fleet/order.hpp"

namespace podreel::fleet {

std::vector<std::uint32_t> DrainRollout::begin(std::uint32_t cluster, std::vector<std::uint32_t> order) {
  PODREEL_INVARIANT(order == turn_order(fleet_.clusters[cluster], plan_).nodes,
                    "drains take nodes in the plan's order");
  begun_[cluster] = {};
  return drains_.placed(cluster);
}

std::vector<NodeResult> DrainRollout::next_batch(std::uint32_t cluster) {
  DrainedBatch batch = drains_.next(cluster);
  Begun& begun = begun_.at(cluster);
  ++begun.batches;
  begun.so_far = std::move(batch.so_far);
  return std::move(batch.accounts);
}

std::vector<NodeResult> DrainRollout::upgrade_masters(std::uint32_t cluster, std::uint32_t count) {
  std::deque<NodeResult>& masters = begun_.at(cluster).masters;
  if (masters.empty()) std::ranges::move(next_batch(cluster), std::back_inserter(masters));
  return taken_from(masters, count);
}

std::vector<NodeResult> DrainRollout::take(std::uint32_t cluster, std::uint32_t count) {
  std::vector<NodeResult> accounts = next_batch(cluster);
  PODREEL_INVARIANT(accounts.size() == count, "a drained batch has the plan's number of nodes");
  return accounts;
}

std::vector<NodeResult> DrainRollout::roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                                sim::Duration pause) {
  DrainedBatch batch = once_more(cluster).roll_back(nodes, pause);
  begun_.at(cluster).so_far = std::move(batch.so_far);
  return std::move(batch.accounts);
}

ClusterDrain& DrainRollout::once_more(std::uint32_t cluster) {
  Begun& begun = begun_.at(cluster);
  if (!begun.once_more) {
    begun.once_more = std::make_unique<ClusterDrain>(fleet_, plan_, cluster, workers_);
    if (cluster == followed_node_.cluster) begun.once_more->follow(followed_node_.node);
    for (std::uint32_t batch = 0; batch < begun.batches; ++batch) static_cast<void>(begun.once_more->next());
  }
  return *begun.once_more;
}

void DrainRollout::end(std::uint32_t cluster) {
  if (cluster == followed_node_.cluster) followed_ = once_more(cluster).followed(followed_node_.node);
  begun_.erase(cluster);
  drains_.forget(cluster);
}

std::optional<DrainOutcome> DrainRollout::drained(std::uint32_t cluster) const {
  const auto begun = begun_.find(cluster);
  return begun == begun_.end() ? std::nullopt : std::optional{begun->second.so_far};
}

}  // namespace podreel::fleet

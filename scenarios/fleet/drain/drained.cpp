#include "scenarios/fleet/drain/drained.hpp"

#include <utility>

namespace podreel::fleet {

Drained::Drained(const Fleet& fleet, const Plan& plan, std::size_t threads, std::function<void(std::size_t)> progress)
    : fleet_{fleet}, plan_{plan}, progress_{std::move(progress)}, workforce_{threads} {}

std::vector<std::uint32_t> Drained::begin(std::uint32_t cluster, std::vector<std::uint32_t> order) {
  Begun& begun = begun_[cluster];
  begun.cluster = std::make_unique<DrainedCluster>(fleet_, plan_, cluster, workforce_);
  begun.order = std::move(order);
  if (cluster == followed_node_.cluster) begun.cluster->node(followed_node_.node).remember_orders();
  return begun.cluster->placed();
}

std::vector<NodeAccount> Drained::take(std::uint32_t cluster, std::uint32_t count) {
  Begun& begun = begun_.at(cluster);
  const bool is_canaries = begun.done == 0 && plan_.canaries.nodes > 0;
  const auto first = begun.order.begin() + static_cast<std::ptrdiff_t>(begun.done);
  begun.done += count;
  std::vector<NodeAccount> accounts = begun.cluster->batch({first, first + count}, plan_.node, true, begun.pause);
  begun.pause = plan_.pause_after(is_canaries);
  if (progress_) progress_(count);
  return accounts;
}

std::vector<NodeAccount> Drained::take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  Begun& begun = begun_.at(cluster);
  std::vector<NodeAccount> accounts = begun.cluster->batch(nodes, plan_.roll_back, false, begun.pause);
  begun.pause = plan_.pause;
  return accounts;
}

void Drained::end(std::uint32_t cluster) {
  if (cluster == followed_node_.cluster) {
    DrainedCluster& ended = *begun_.at(cluster).cluster;
    const std::uint32_t node = followed_node_.node;
    followed_ = followed_document(fleet_, fleet_.clusters[cluster], node, ended.placement().pods_of(node), plan_,
                                  ended.node(node).followed());
  }
  begun_.erase(cluster);
}

std::optional<DrainOutcome> Drained::drained(std::uint32_t cluster) const {
  const auto begun = begun_.find(cluster);
  return begun == begun_.end() ? std::nullopt : std::optional{begun->second.cluster->outcome()};
}

}  // namespace podreel::fleet

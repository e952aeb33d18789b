#include "scenarios/fleet/in_place.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podreel::fleet {

std::vector<std::uint32_t> InPlaceUpgrader::begin(std::uint32_t cluster, std::vector<std::uint32_t> order) {
  begun_.try_emplace(cluster, Begun{std::move(order)});
  return placements_.of(cluster).placed();
}

std::vector<NodeResult> InPlaceUpgrader::upgrade_masters(std::uint32_t cluster, std::uint32_t count) {
  return take(cluster, count, &NodeResults::of_masters, begun_.at(cluster).masters);
}

std::vector<NodeResult> InPlaceUpgrader::take(std::uint32_t cluster, std::uint32_t count) {
  return take(cluster, count, &NodeResults::of, begun_.at(cluster).turns);
}

std::vector<NodeResult> InPlaceUpgrader::take(std::uint32_t cluster, std::uint32_t count, Ask ask, Ahead& ahead) {
  if (ahead.ready.size() < count) {
    const std::vector<std::uint32_t>& order = begun_.at(cluster).order;
    const std::size_t wanted = std::max(count - ahead.ready.size(), accounts_.at_a_time());
    const std::size_t end = std::min(order.size(), ahead.next + wanted);
    const std::vector<std::uint32_t> nodes{order.begin() + static_cast<std::ptrdiff_t>(ahead.next),
                                           order.begin() + static_cast<std::ptrdiff_t>(end)};
    std::ranges::move((accounts_.*ask)(cluster, nodes), std::back_inserter(ahead.ready));
    ahead.next = end;
  }
  return taken_from(ahead.ready, count);
}

std::vector<NodeResult> InPlaceUpgrader::roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                                   sim::Duration /*pause*/) {
  return accounts_.rolled_back(cluster, nodes);
}

void InPlaceUpgrader::end(std::uint32_t cluster) {
  begun_.erase(cluster);
  placements_.forget(cluster);
}

}  // namespace podreel::fleet

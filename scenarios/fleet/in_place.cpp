#include "scenarios/fleet/in_place.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podreel::fleet {

std::vector<std::uint32_t> InPlace::begin(std::uint32_t cluster, std::vector<std::uint32_t> order) {
  begun_.try_emplace(cluster, Begun{std::move(order)});
  return placements_.of(cluster).placed();
}

std::vector<NodeAccount> InPlace::take(std::uint32_t cluster, std::uint32_t count) {
  Begun& begun = begun_.at(cluster);
  if (begun.ready.size() < count) {
    const std::size_t wanted = std::max(count - begun.ready.size(), accounts_.at_a_time());
    const std::size_t end = std::min(begun.order.size(), begun.next + wanted);
    const std::vector<std::uint32_t> nodes{begun.order.begin() + static_cast<std::ptrdiff_t>(begun.next),
                                           begun.order.begin() + static_cast<std::ptrdiff_t>(end)};
    std::ranges::move(accounts_.of(cluster, nodes), std::back_inserter(begun.ready));
    begun.next = end;
  }
  const auto taken = begun.ready.begin() + count;
  std::vector<NodeAccount> accounts{std::make_move_iterator(begun.ready.begin()), std::make_move_iterator(taken)};
  begun.ready.erase(begun.ready.begin(), taken);
  return accounts;
}

std::vector<NodeAccount> InPlace::take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return accounts_.taken_back(cluster, nodes);
}

void InPlace::end(std::uint32_t cluster) {
  begun_.erase(cluster);
  placements_.forget(cluster);
}

}  // namespace podreel::fleet

#include "scenarios/fleet/dump/dump_nodes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace podreel::fleet {

namespace {

std::string all_of(const NodePool& pool) {
  nlohmann::json all{pool.written_kubelet, pool.labels, pool.are_cordoned};
  for (const kubelet::Taint& taint : pool.taints) all.push_back({taint.key, taint.value, taint.effect});
  all.push_back(pool.allocatable ? nlohmann::json(*pool.allocatable) : nlohmann::json());
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void DumpNodes::add(DumpedNode node) {
  const auto [known, is_new] = known_.try_emplace(all_of(node.like), pools_.size());
  if (is_new) {
    pools_.push_back({std::move(node.like), {}});
    pools_.back().pool.name = node.name;
  }
  pools_[known->second].names.push_back(std::move(node.name));
}

std::optional<release::Release> DumpNodes::newest_of_several() const {
  const auto release_of = [](const Alike& alike) { return alike.pool.kubelet.version; };
  const auto [oldest, newest] = std::ranges::minmax_element(pools_, {}, release_of);
  return release_of(*oldest) == release_of(*newest) ? std::nullopt : std::optional{release_of(*newest)};
}

std::map<std::string, std::uint32_t, std::less<>> DumpNodes::places() const {
  std::map<std::string, std::uint32_t, std::less<>> places;
  for (const Alike& alike : pools_) {
    for (const std::string& name : alike.names) places.emplace(name, static_cast<std::uint32_t>(places.size()));
  }
  return places;
}

std::vector<NodePool> DumpNodes::take() && {
  std::vector<NodePool> pools;
  for (Alike& alike : pools_) {
    NodePool& pool = pools.emplace_back(std::move(alike.pool));
    pool.count = static_cast<std::uint32_t>(alike.names.size());
    pool.names = std::make_shared<const std::vector<std::string>>(std::move(alike.names));
  }
  return pools;
}

}  // namespace podreel::fleet

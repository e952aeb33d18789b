#include "scenarios/fleet/drain/replica_outages.hpp"

#include "engine/invariant.hpp"

namespace podreel::fleet {

void ReplicaOutages::begin(Replica slot, sim::Time at, std::uint32_t node, bool is_lost) {
  if (open_.try_emplace(key_of(slot), Open{at, node, is_lost, false}).second && !is_lost) ++awaited_;
}

void ReplicaOutages::end(Replica slot, sim::Time at) {
  const auto found = open_.find(key_of(slot));
  if (found == open_.end()) return;
  const Open& open = found->second;
  PODREEL_INVARIANT(at >= open.from, "an outage ends after it began");
  if (!open.is_lost && !open.is_reported) --awaited_;
  ended_.push_back({slot, open.from, at, open.node});
  open_.erase(found);
}

std::vector<std::pair<std::uint32_t, Outage>> ReplicaOutages::take_outages(sim::Time begin) {
  PODREEL_INVARIANT(awaited_ <= open_.size(), "only open outages are awaited");
  std::vector<std::pair<std::uint32_t, Outage>> outages;
  for (const Ended& ended : ended_) {
    outages.push_back({ended.node, {ended.slot, ended.from - begin, ended.until - begin, true}});
  }
  ended_.clear();
  for (auto& [key, open] : open_) {
    if (std::exchange(open.is_reported, true)) continue;
    if (!open.is_lost) --awaited_;
    outages.push_back({open.node, {{key.first, key.second}, open.from - begin, {}, false}});
  }
  return outages;
}

}  // namespace podreel::fleet

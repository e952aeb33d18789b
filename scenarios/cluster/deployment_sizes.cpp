#include "scenarios/cluster/deployment_sizes.hpp"

#include <algorithm>

namespace podreel::cluster {

namespace {

/// Rounds half up, as integer.RoundToInt32 does for a quotient of non-negative numbers.
std::int64_t rounded_quotient(std::int64_t dividend, std::int64_t divisor) {
  return divisor == 0 ? 0 : (2 * dividend + divisor) / (2 * divisor);
}

std::int64_t sum_of(const std::vector<SetSize>& sets, std::int64_t SetSize::*part) {
  std::int64_t sum = 0;
  for (const SetSize& set : sets) sum += set.*part;
  return sum;
}

}  // namespace

std::int64_t new_set_replicas(const RollingRoom& room, std::int64_t all, std::int64_t present) {
  if (present >= room.replicas) return room.replicas;
  const std::int64_t maximum = room.replicas + room.max_surge;
  if (all >= maximum) return present;
  return present + std::min(maximum - all, room.replicas - present);
}

std::vector<std::int64_t> old_set_replicas(const RollingRoom& room, const SetSize& newest,
                                           const std::vector<SetSize>& old) {
  std::vector<std::int64_t> sizes;
  for (const SetSize& set : old) sizes.push_back(set.replicas);
  const std::int64_t min_available = room.replicas - room.max_unavailable;
  const std::int64_t all = newest.replicas + sum_of(old, &SetSize::replicas);
  std::int64_t may_go = all - min_available - (newest.replicas - newest.available);
  if (may_go <= 0) return sizes;
  for (std::size_t at = 0; at < old.size(); ++at) {
    const std::int64_t unhealthy = std::clamp<std::int64_t>(old[at].replicas - old[at].available, 0, may_go);
    sizes[at] -= unhealthy;
    may_go -= unhealthy;
  }
  std::int64_t spare = newest.available + sum_of(old, &SetSize::available) - min_available;
  for (std::size_t at = 0; at < old.size() && spare > 0; ++at) {
    const std::int64_t healthy = std::min(sizes[at], spare);
    sizes[at] -= healthy;
    spare -= healthy;
  }
  return sizes;
}

std::vector<std::int64_t> proportional_replicas(const RollingRoom& room, const std::vector<SetSize>& sets) {
  const std::int64_t allowed = room.replicas > 0 ? room.replicas + room.max_surge : 0;
  const std::int64_t to_add = allowed - sum_of(sets, &SetSize::replicas);
  std::int64_t added = 0;
  std::vector<std::int64_t> sizes;
  for (const SetSize& set : sets) {
    const std::int64_t share = rounded_quotient(set.replicas * allowed, set.max_after_rollout) - set.replicas;
    const std::int64_t rest = to_add - added;
    const std::int64_t given = to_add > 0 ? std::clamp<std::int64_t>(share, 0, std::max<std::int64_t>(rest, 0))
                                          : std::clamp<std::int64_t>(share, std::min<std::int64_t>(rest, 0), 0);
    sizes.push_back(set.replicas + given);
    added += given;
  }
  if (!sizes.empty()) sizes.front() = std::max<std::int64_t>(sizes.front() + to_add - added, 0);
  return sizes;
}

}  // namespace podreel::cluster

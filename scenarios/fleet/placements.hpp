// Placements of a fleet's clusters.
#pragma once

#include <cstdint>
#include <map>

#include "engine/invariant.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::fleet {

/// Computes each placement on first use, and keeps it until it is discarded. For one thread.
class Placements {
 public:
  /// `fleet` must outlive it.
  explicit Placements(const Fleet& fleet) : fleet_{fleet} {}

  [[nodiscard]] const Placement& of(std::uint32_t cluster) {
    const auto known = placements_.find(cluster);
    if (known != placements_.end()) return known->second;
    PODREEL_INVARIANT(cluster < fleet_.clusters.size(), "a placement is of one of the fleet's clusters");
    return placements_.emplace(cluster, Placement{fleet_.clusters[cluster]}).first->second;
  }
  void forget(std::uint32_t cluster) { placements_.erase(cluster); }

 private:
  const Fleet& fleet_;
  std::map<std::uint32_t, Placement> placements_;
};

}  // namespace podreel::fleet

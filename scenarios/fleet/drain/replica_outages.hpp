// Outages of a cluster's replicas that drains cause.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::fleet {

/// Records outages by workload and slot: from the deletion of a pod until its replacement is ready.
class ReplicaOutages {
 public:
  /// Has no effect on an open outage. `is_lost`: no controller creates another pod.
  void begin(Replica slot, sim::Time at, std::uint32_t node, bool is_lost);
  /// Has no effect without an open outage.
  void end(Replica slot, sim::Time at);

  [[nodiscard]] bool is_out(Replica slot) const { return open_.contains(key_of(slot)); }
  /// Whether an unreported outage will end.
  [[nodiscard]] bool are_awaited() const noexcept { return awaited_ > 0; }

  /// Returns the outages for the report of a batch that began at `begin`, with the node that caused each. Open ones are
  /// reported as open, and again, with a `from` before the batch, after they have ended.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, Outage>> take_outages(sim::Time begin);

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  struct Open {
    sim::Time from{};
    std::uint32_t node = 0;
    bool is_lost = false;
    bool is_reported = false;
  };
  struct Ended {
    Replica slot;
    sim::Time from{};
    sim::Time until{};
    std::uint32_t node = 0;
  };

  [[nodiscard]] static Key key_of(Replica slot) noexcept { return {slot.workload, slot.ordinal}; }

  std::map<Key, Open> open_;
  std::vector<Ended> ended_;
  std::uint32_t awaited_ = 0;
};

}  // namespace podreel::fleet

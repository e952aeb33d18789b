// When replicas of a cluster's workloads were not there because nodes were drained.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::fleet {

/// A replica, by its workload and its slot, is out from the deletion of its pod until the next pod in its place is
/// ready.
class SlotOutages {
 public:
  /// Without effect if it is out already. `is_lost`: nobody makes another pod.
  void begin(Replica slot, sim::Time at, std::uint32_t node, bool is_lost);
  /// Without effect if it is not out.
  void end(Replica slot, sim::Time at);

  [[nodiscard]] bool is_out(Replica slot) const { return open_.contains(key_of(slot)); }
  /// Some that were not told of yet will end.
  [[nodiscard]] bool are_awaited() const noexcept { return awaited_ > 0; }

  /// What there is to tell of a batch that began at `begin`, with the node that it is because of. Those that have not
  /// ended are told as such, and again, with a `from` before the batch, when they have.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, Outage>> told(sim::Time begin);

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  struct Open {
    sim::Time from{};
    std::uint32_t node = 0;
    bool is_lost = false;
    bool is_told = false;
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

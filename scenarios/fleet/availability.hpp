// What outages of pods do to the workloads of a cluster.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// Follows the pods of a cluster's workloads, batch by batch. Times are since the plan began.
class Availability {
 public:
  /// How many replicas of each workload there are, all of them ready.
  explicit Availability(const std::vector<std::uint32_t>& replicas);

  /// What a batch did that began at `begin`. Batches come one after the other; what has not ended lasts on.
  void add(const std::vector<NodeAccount>& accounts, sim::Duration begin);
  /// What some nodes of a batch did: the others follow, the last of them by `add`.
  void add_some(const std::vector<NodeAccount>& accounts, sim::Duration begin);
  /// What lasts has lasted until `now`.
  void finish(sim::Duration now);

  [[nodiscard]] const std::vector<WorkloadOutcome>& workloads() const noexcept { return workloads_; }

 private:
  /// A pod that becomes unready, or, `down` < 0, ready again.
  struct Turn {
    sim::Duration at{};
    int down = 0;
    std::uint32_t workload = 0;

    friend auto operator<=>(const Turn&, const Turn&) = default;
  };
  struct Current {
    std::uint32_t down = 0;
    /// When this number last changed.
    sim::Duration since{};
    sim::Duration none_ready_since{};
  };

  void follow(const Turn& turn);
  void settle(std::uint32_t workload, sim::Duration now);

  std::vector<WorkloadOutcome> workloads_;
  /// Of a batch that is not there as a whole.
  std::vector<Turn> turns_{};
  std::vector<Current> current_;
};

}  // namespace podreel::fleet

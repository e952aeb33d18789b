// Availability of a cluster's workloads.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// Follows the pods of a cluster's workloads, batch by batch. Times are since the plan began.
class Availability {
 public:
  /// Takes the number of replicas of each workload, all of them ready.
  explicit Availability(const std::vector<std::uint32_t>& replicas);

  /// Adds the effects of a batch that began at `begin`. Batches are added in order; outages that have not ended
  /// continue.
  void add(const std::vector<NodeResult>& accounts, sim::Duration begin);
  /// Adds the effects of some nodes of a batch; `add` follows with the last ones.
  void add_some(const std::vector<NodeResult>& accounts, sim::Duration begin);
  /// Sets the number of pods of each workload, by its index, that got a node later; they count as ready replicas.
  void place_later(const std::map<std::uint32_t, std::uint32_t>& pods);
  /// Extends open outages until `now`.
  void finish(sim::Duration now);

  [[nodiscard]] const std::vector<WorkloadOutcome>& workloads() const noexcept { return workloads_; }

 private:
  /// A pod that becomes unready, or, with `down` < 0, ready again.
  struct ReadinessChange {
    sim::Duration at{};
    int down = 0;
    std::uint32_t workload = 0;

    friend auto operator<=>(const ReadinessChange&, const ReadinessChange&) = default;
  };
  struct Current {
    std::uint32_t down = 0;
    std::uint32_t placed_later = 0;
    /// When this number last changed.
    sim::Duration since{};
    sim::Duration none_ready_since{};
  };

  void follow(const ReadinessChange& turn);
  void settle(std::uint32_t workload, sim::Duration now);

  std::vector<WorkloadOutcome> workloads_;
  /// Events of an incomplete batch.
  std::vector<ReadinessChange> changes_{};
  std::vector<Current> current_;
};

}  // namespace podreel::fleet

// Aggregates the results of all clusters, batch by batch.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// Sorts the events of overlapping batches of several clusters. Times are since the plan began.
class Aggregator {
 public:
  explicit Aggregator(std::size_t clusters) : series_(clusters) { outcome_.clusters.resize(clusters); }

  void begin(std::uint32_t cluster, sim::Duration now) { series_[cluster] = TimeSeries{now}; }
  /// Adds a batch of the cluster that began at `begin`.
  void add(std::uint32_t cluster, const std::vector<NodeResult>& accounts, sim::Duration begin);
  /// Adds upgraded nodes, or, with `by` < 0, removes rolled-back ones.
  void note_done(std::uint32_t cluster, sim::Duration time, std::int32_t by) {
    series_[cluster].at(time).nodes_done += by;
  }
  /// Adds the node to the worst nodes, if it is one.
  void rank(std::uint32_t cluster, std::uint32_t node, Stage stage, const NodeResult& account);
  /// Processes events up to `until`; later additions are not earlier than that.
  void settle(sim::Duration until);

  [[nodiscard]] Outcome& outcome() noexcept { return outcome_; }
  /// Processes the remaining events and returns the outcome.
  [[nodiscard]] Outcome finish() &&;

 private:
  /// A pod that becomes unready, or, with `down` < 0, ready again; at the same instant the latter come first.
  struct ReadinessChange {
    sim::Duration at{};
    int down = 0;
    std::uint32_t cluster = 0;

    friend auto operator<=>(const ReadinessChange&, const ReadinessChange&) = default;
  };

  Instant& at(sim::Duration time);
  void last_until(sim::Duration time);

  Outcome outcome_{};
  std::vector<TimeSeries> series_;
  /// Events that are not processed yet.
  std::priority_queue<ReadinessChange, std::vector<ReadinessChange>, std::greater<>> changes_{};
  /// Number of unready pods, and the time of its last change.
  std::int64_t down_ = 0;
  sim::Duration since_{};
};

}  // namespace podreel::fleet

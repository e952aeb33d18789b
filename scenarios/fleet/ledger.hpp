// Aggregates the results of all clusters, batch by batch.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

/// Sorts the events of overlapping batches of several clusters. Times are since the plan began.
class Ledger {
 public:
  explicit Ledger(std::size_t clusters) : courses_(clusters) { outcome_.clusters.resize(clusters); }

  void begin(std::uint32_t cluster, sim::Duration now) { courses_[cluster] = Course{now}; }
  /// Adds a batch of the cluster that began at `begin`.
  void add(std::uint32_t cluster, const std::vector<NodeAccount>& accounts, sim::Duration begin);
  /// Adds upgraded nodes, or, with `by` < 0, removes rolled-back ones.
  void note_done(std::uint32_t cluster, sim::Duration time, std::int32_t by) {
    courses_[cluster].at(time).nodes_done += by;
  }
  /// Adds the node to the worst nodes, if it is one.
  void rank(std::uint32_t cluster, std::uint32_t node, Stage stage, const NodeAccount& account);
  /// Processes events up to `until`; later additions are not earlier than that.
  void settle(sim::Duration until);

  [[nodiscard]] Outcome& outcome() noexcept { return outcome_; }
  /// Processes the remaining events and returns the outcome.
  [[nodiscard]] Outcome finish() &&;

 private:
  /// A pod that becomes unready, or, with `down` < 0, ready again; at the same instant the latter come first.
  struct Turn {
    sim::Duration at{};
    int down = 0;
    std::uint32_t cluster = 0;

    friend auto operator<=>(const Turn&, const Turn&) = default;
  };

  Instant& at(sim::Duration time);
  void last_until(sim::Duration time);

  Outcome outcome_{};
  std::vector<Course> courses_;
  /// Events that are not processed yet.
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_{};
  /// Number of unready pods, and the time of its last change.
  std::int64_t down_ = 0;
  sim::Duration since_{};
};

}  // namespace podreel::fleet

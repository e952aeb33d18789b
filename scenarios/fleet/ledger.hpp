// What comes of all clusters together, written down batch by batch.
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

/// Batches of several clusters overlap: what one tells is put into its place among what others tell. Times are since
/// the plan began.
class Ledger {
 public:
  explicit Ledger(std::size_t clusters) : courses_(clusters) { outcome_.clusters.resize(clusters); }

  void begin(std::uint32_t cluster, sim::Duration now) { courses_[cluster] = Course{now}; }
  /// A batch of the cluster that began at `begin`.
  void add(std::uint32_t cluster, const std::vector<NodeAccount>& accounts, sim::Duration begin);
  /// So many nodes more are done, or, `by` < 0, taken back.
  void note_done(std::uint32_t cluster, sim::Duration time, std::int32_t by) {
    courses_[cluster].at(time).nodes_done += by;
  }
  /// Among the worst nodes, if it is one.
  void rank(std::uint32_t cluster, std::uint32_t node, Stage stage, const NodeAccount& account);
  /// Whatever is told later happens then or after it.
  void settle(sim::Duration until);

  [[nodiscard]] Outcome& outcome() noexcept { return outcome_; }
  /// All has been told.
  [[nodiscard]] Outcome finish() &&;

 private:
  /// A pod that becomes unready, or, `down` < 0, ready again: of one instant, who is ready again comes first.
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
  /// Told, and not settled.
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_{};
  /// How many pods are not ready, and since when.
  std::int64_t down_ = 0;
  sim::Duration since_{};
};

}  // namespace podreel::fleet

// Figures of plans, used by all output formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"
#include "tools/cli/fleet/fleet_forecast.hpp"

namespace podreel::cli {

struct PlanOutcome {
  const fleet::Plan& plan;
  fleet::Outcome outcome;
  /// By the names of clusters with --dump; empty for plans that do more than replace kubelets in place.
  std::map<std::string, ClusterForecast> forecasts{};
};

/// Totals of all clusters; the tally counts node upgrades, and not their roll-back.
struct FleetTotals : fleet::Tally {
  std::uint64_t rolled_back = 0;
  /// Effects of rolling these nodes back.
  fleet::Tally roll_back{};
  /// No value: no plan upgrades masters first.
  std::optional<fleet::MastersOutcome> masters;
  /// Number of workloads that had no ready replica for some time, and the longest such time.
  std::uint64_t without_ready = 0;
  sim::Duration max_without_ready{};
  /// Total time that pods were not ready.
  fleet::PodTime down{};
};
[[nodiscard]] FleetTotals totals_of(const fleet::Outcome& outcome);

/// Returns the totals of all clusters, without the nodes.
[[nodiscard]] fleet::DrainOutcome drain_of(const fleet::Outcome& outcome);

/// Returns "6/6", or "6/6, 4 rolled back".
[[nodiscard]] std::string progress_text(const fleet::Tally& nodes, std::uint64_t rolled_back);

/// Returns a percentile; `hundredths` must be positive. Returns zero if `sorted` is empty.
[[nodiscard]] sim::Duration quantile(const std::vector<sim::Duration>& sorted, std::size_t hundredths);

/// A workload by its indices in the fleet.
struct TouchedWorkload {
  std::uint32_t cluster = 0;
  std::uint32_t workload = 0;
  const fleet::WorkloadOutcome* outcome = nullptr;
};

/// Returns the workloads with restarts or interruptions, the worst first; the pointers refer to `outcome`.
[[nodiscard]] std::vector<TouchedWorkload> touched_workloads(const fleet::Outcome& outcome);

/// Returns "workers-0, workers-4 and 33 more".
[[nodiscard]] std::string names_of(const fleet::Cluster& cluster, const fleet::NamedNodes& nodes);
/// Returns "eu/workers-17".
[[nodiscard]] std::string node_title(const fleet::Fleet& fleet, std::uint32_t cluster, std::uint32_t node);
/// Returns "eu/workers-17" or "eu/workers-17, masters".
[[nodiscard]] std::string stage_title(const fleet::Fleet& fleet, const fleet::NodeOutcome& node);

/// Returns the shell command that replays one node. It begins with `command`: "podreel fleet fleet.yaml".
[[nodiscard]] std::string node_command(const std::string& command, const fleet::Fleet& fleet, const fleet::Plan& plan,
                                       const fleet::NodeOutcome& node);

}  // namespace podreel::cli

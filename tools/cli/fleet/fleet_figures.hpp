// What is told of plans, however it is printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::cli {

struct PlanOutcome {
  const fleet::Plan& plan;
  fleet::Outcome outcome;
};

/// Of all clusters: the tally is of turns.
struct FleetTotals : fleet::Tally {
  /// No value: no cluster's masters came first.
  std::optional<fleet::MastersOutcome> masters;
  /// Workloads that had no ready replica for a while, and the longest of these.
  std::uint64_t without_ready = 0;
  sim::Duration longest_without_ready{};
  /// That pods were not ready.
  fleet::PodTime down{};
};
[[nodiscard]] FleetTotals totals_of(const fleet::Outcome& outcome);

/// Of all clusters, without the nodes.
[[nodiscard]] fleet::DrainOutcome drain_of(const fleet::Outcome& outcome);

/// `hundredths` > 0; zero of nothing.
[[nodiscard]] sim::Duration quantile(const std::vector<sim::Duration>& sorted, std::size_t hundredths);

[[nodiscard]] double in_seconds(sim::Duration duration) noexcept;

/// A workload by its places in the fleet.
struct TouchedWorkload {
  std::uint32_t cluster = 0;
  std::uint32_t workload = 0;
  const fleet::WorkloadOutcome* outcome = nullptr;
};

/// Those that had restarts or interruptions, the worst first; they point into `outcome`.
[[nodiscard]] std::vector<TouchedWorkload> touched_workloads(const fleet::Outcome& outcome);

/// "workers-0, workers-4 and 33 more".
[[nodiscard]] std::string names_of(const fleet::Cluster& cluster, const fleet::NamedNodes& nodes);
/// "eu/workers-17".
[[nodiscard]] std::string node_title(const fleet::Fleet& fleet, std::uint32_t cluster, std::uint32_t node);
/// The same, or "eu/workers-17, masters".
[[nodiscard]] std::string stage_title(const fleet::Fleet& fleet, const fleet::NodeOutcome& node);

/// The shell line that replays a node alone. `command` begins it: "podreel fleet fleet.yaml".
[[nodiscard]] std::string node_command(const std::string& command, const fleet::Fleet& fleet, const fleet::Plan& plan,
                                       const fleet::NodeOutcome& node);

}  // namespace podreel::cli

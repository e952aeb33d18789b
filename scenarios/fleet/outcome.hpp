// Results of a plan: for each cluster, each workload, and over time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/drain/drain_outcome.hpp"
#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/fleet/time_series.hpp"

namespace podreel::fleet {

/// All times are since the plan began.
struct WorkloadOutcome {
  std::uint32_t replicas = 0;
  std::uint32_t restarts = 0;
  /// Number of outages of pods.
  std::uint32_t interruptions = 0;
  /// Maximum number of pods that were not ready at once.
  std::uint32_t max_down = 0;
  /// Number of pods that are not ready when the plan ends.
  std::uint32_t down_at_end = 0;
  /// Total of all outages, and the longest one that ended.
  sim::Duration down{};
  sim::Duration longest{};
  /// The longest time without a ready replica, and its beginning.
  sim::Duration without_ready{};
  sim::Duration without_ready_since{};
};

/// Effects of a node's upgrade, or of its control plane's, on its pods.
struct NodeOutcome {
  std::uint32_t cluster = 0;
  std::uint32_t node = 0;
  Stage stage = Stage::turn;
  std::uint32_t restarted = 0;
  sim::Duration down{};
  sim::Duration looked_at_for{};
  bool has_recovered = true;
};

/// Nodes of a cluster, of which the first few are named.
struct NamedNodes {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> first{};
};

/// Sums over nodes and clusters.
struct Tally {
  std::uint64_t nodes = 0;
  std::uint64_t nodes_done = 0;
  std::uint64_t unrecovered_nodes = 0;
  std::uint64_t failed_pods = 0;
  std::uint64_t containers = 0;
  std::uint64_t restarted = 0;
  std::array<std::uint64_t, cause_count> restarts{};

  Tally& operator+=(const Tally& more) noexcept;
};

/// Effects of the control-plane upgrade of a cluster on all its nodes.
struct MastersOutcome : Tally {
  /// Number of outages of pods.
  std::uint64_t outages = 0;

  MastersOutcome& operator+=(const MastersOutcome& more) noexcept;
};

/// The tally covers node upgrades, and not their roll-back; workloads and the course cover all events.
struct ClusterOutcome : Tally {
  /// No value if the upgrade was not begun, or the plan does not upgrade the control plane.
  std::optional<MastersOutcome> masters{};
  std::uint32_t rolled_back = 0;
  /// Effects of rolling these nodes back.
  Tally roll_back{};
  sim::Duration begins_at{};
  sim::Duration ends_at{};
  /// By Cluster::workloads' index.
  std::vector<WorkloadOutcome> workloads{};
  /// No value if its nodes were upgraded in place, or not at all.
  std::optional<DrainOutcome> drain{};
  /// Reason why it was not finished.
  std::optional<std::string> stopped_because{};
  /// Nodes that violated the stop condition; none if another cluster stopped the plan.
  NamedNodes stopped_by{};
  /// From its start until its last event.
  TimeSeries time_series{};
};

/// Events in a second of the plan.
struct Instant {
  /// Pods that have become unready, minus those that are ready again.
  std::int64_t down = 0;
  /// Maximum number of pods that were not ready at once.
  std::int64_t max_down = 0;
  /// Time of pods that were not ready.
  PodTime down_for{};
  std::uint32_t restarts = 0;
  std::uint32_t api_writes = 0;
  std::uint32_t image_pulls = 0;
};

struct Outcome {
  std::vector<ClusterOutcome> clusters;
  /// By seconds since the plan began; only seconds with events.
  std::map<std::int64_t, Instant> seconds;
  /// Durations of all outages, the shortest first.
  std::vector<sim::Duration> outages;
  /// The worst first, at most ten.
  std::vector<NodeOutcome> worst;
  /// The cluster that stopped the plan in all others.
  std::optional<std::uint32_t> stopped_in{};
  sim::Duration ends_at{};
};

inline constexpr std::size_t max_worst_nodes = 10;

}  // namespace podreel::fleet

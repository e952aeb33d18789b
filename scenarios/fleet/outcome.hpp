// What comes of a plan: for each cluster, each workload, and over time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/course.hpp"
#include "scenarios/fleet/drain/drain_outcome.hpp"
#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// All times are since the plan began.
struct WorkloadOutcome {
  std::uint32_t replicas = 0;
  std::uint32_t restarts = 0;
  /// How often a pod was not ready for a while.
  std::uint32_t interruptions = 0;
  /// The most that were not ready at once.
  std::uint32_t most_down = 0;
  /// All times of all its pods together, and the longest of a pod that was ready again.
  sim::Duration down{};
  sim::Duration longest{};
  /// The longest without any ready replica, and when that began.
  sim::Duration without_ready{};
  sim::Duration without_ready_since{};
};

/// A node by what its turn, or what its cluster's masters did, has done to its pods.
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

/// What can be added up, of nodes and of clusters.
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

/// What the masters of a cluster, which came first, did to all its nodes.
struct MastersOutcome : Tally {
  /// How often a pod was not ready for a while.
  std::uint64_t outages = 0;

  MastersOutcome& operator+=(const MastersOutcome& more) noexcept;
};

/// The tally is of turns; workloads and the course are of all that happens.
struct ClusterOutcome : Tally {
  /// No value: the cluster was not begun, or the plan leaves its masters alone.
  std::optional<MastersOutcome> masters{};
  std::uint32_t rolled_back = 0;
  sim::Duration begins_at{};
  sim::Duration ends_at{};
  /// By Cluster::workloads' index.
  std::vector<WorkloadOutcome> workloads{};
  /// No value: its nodes were upgraded in place, or not at all.
  std::optional<DrainOutcome> drain{};
  /// Why it was not finished.
  std::optional<std::string> stopped_because{};
  /// Whose turn, or masters, stopped the plan; none where it was stopped elsewhere.
  NamedNodes stopped_by{};
  /// From its begin until nothing happens any more.
  Course course{};
};

/// What happens in a second of the plan.
struct Instant {
  /// Pods that have become unready, less those that are ready again.
  std::int64_t down = 0;
  /// The most that were not ready at once.
  std::int64_t most_down = 0;
  /// That pods were not ready.
  PodTime down_for{};
  std::uint32_t restarts = 0;
  std::uint32_t api_writes = 0;
  std::uint32_t image_pulls = 0;
};

struct Outcome {
  std::vector<ClusterOutcome> clusters;
  /// By seconds since the plan began, as far as something happened.
  std::map<std::int64_t, Instant> seconds;
  /// How long pods were not ready, all that were: the shortest first.
  std::vector<sim::Duration> outages;
  /// The worst first, at most ten.
  std::vector<NodeOutcome> worst;
  /// The cluster that stopped the plan in all others.
  std::optional<std::uint32_t> stopped_in{};
  sim::Duration ends_at{};
};

inline constexpr std::size_t most_worst_nodes = 10;

}  // namespace podreel::fleet

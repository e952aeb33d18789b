// A pod as its cluster knows it, and what is told of it between the cluster and its nodes.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/pod.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/format/actions/action.hpp"

namespace podreel::fleet {

/// Pods are numbered in the order of their creation.
using PodId = std::uint32_t;

struct ClusterPod {
  /// Of which workload it is, and what its name is.
  Replica replica;
  /// Which of the workload's replicas it is: that of the pod whose place it takes.
  std::uint32_t slot = 0;
  std::uint32_t node = no_node;
  api::PodPhase phase = api::PodPhase::pending;
  bool is_ready = false;
  /// It has a deletion timestamp.
  bool is_deleted = false;
  bool is_gone = false;

  [[nodiscard]] bool is_finished() const noexcept { return api::is_terminal(phase); }
  /// What disruption budgets count.
  [[nodiscard]] bool is_healthy() const noexcept { return is_ready && !is_deleted && !is_gone; }
};

/// What happens to a node at that time.
struct Order {
  sim::Time at{};
  /// Null: the node's turn begins.
  actions::ActionPtr action;
  /// The pod that the action creates.
  std::optional<PodId> creates{};
  /// Of a deletion, where it is not the pod's own.
  std::optional<std::int64_t> grace_period_seconds{};
};

/// How a pod stands in the API since that time.
struct Report {
  sim::Time at{};
  PodId pod = 0;
  api::PodPhase phase = api::PodPhase::pending;
  bool is_ready = false;
  bool is_gone = false;
};

}  // namespace podreel::fleet

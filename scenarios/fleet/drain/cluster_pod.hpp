// A pod in a cluster's API, and messages about it between the cluster and its nodes.
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
  /// Its workload and ordinal, which determine its name.
  Replica replica;
  /// The replica that it belongs to: that of the pod that it replaces.
  std::uint32_t slot = 0;
  std::uint32_t node = no_node;
  api::PodPhase phase = api::PodPhase::pending;
  bool is_ready = false;
  /// It has a deletion timestamp.
  bool is_deleted = false;
  bool is_gone = false;

  [[nodiscard]] bool is_finished() const noexcept { return api::is_terminal(phase); }
  /// Whether disruption budgets count the pod as healthy.
  [[nodiscard]] bool is_healthy() const noexcept { return is_ready && !is_deleted && !is_gone; }
};

/// Creates or deletes a pod.
struct PodOrder {
  Replica replica;
  /// Number of the pod that is created; no value: the pod is deleted.
  std::optional<PodId> creates{};
  /// Grace period of a deletion, if it differs from the pod's own.
  std::optional<std::int64_t> grace_period_seconds{};
};

/// An action on a node at that time. Nodes keep all of theirs, so it is small.
struct Order {
  sim::Time at{};
  /// A step of the plan. Null without a pod: the node's upgrade begins.
  actions::ActionPtr step{};
  std::optional<PodOrder> pod{};
};

/// Returns the action that executes the order; null: the node's upgrade begins.
[[nodiscard]] actions::ActionPtr action_of(const Cluster& cluster, const Order& order);

/// State of a pod in the API since that time.
struct Report {
  sim::Time at{};
  PodId pod = 0;
  api::PodPhase phase = api::PodPhase::pending;
  bool is_ready = false;
  bool is_gone = false;
};

}  // namespace podreel::fleet

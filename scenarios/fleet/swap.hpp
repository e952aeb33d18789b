// Replaces the kubelets of a cluster's nodes in place or after a drain.
#pragma once

#include <cstddef>
#include <functional>

#include "engine/release/release.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Returns a fleet of this cluster alone, with the start-up times of its pods (learnt_runtime).
[[nodiscard]] Fleet fleet_of(Cluster cluster);

/// Returns a plan that upgrades one node after the other: it stops the kubelet and starts one of the release `to`.
[[nodiscard]] Plan swap_in_place(release::Release to);
/// Returns such a plan that drains each node first, as `kubectl drain --ignore-daemonsets --delete-emptydir-data` does,
/// with a timeout of some minutes.
[[nodiscard]] Plan swap_drained(release::Release to);

/// Executes the plan on that number of threads; `progress` as that of SimulatedNodeResults.
[[nodiscard]] Outcome carry_out_plan(const Fleet& fleet, const Plan& plan, std::size_t threads,
                                     const std::function<void(std::size_t)>& progress);

}  // namespace podreel::fleet

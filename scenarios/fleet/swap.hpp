// Other kubelets on the nodes of a cluster, whose pods stay or are drained.
#pragma once

#include <cstddef>
#include <functional>

#include "engine/release/release.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// A fleet of this cluster alone, whose containers start as it was learnt of them.
[[nodiscard]] Fleet fleet_of(Cluster cluster);

/// One node after the other: its kubelet is stopped, and one of the release `to` is started.
[[nodiscard]] Plan swap_in_place(release::Release to);
/// The same, each node drained before, as `kubectl drain --ignore-daemonsets --delete-emptydir-data` does it, and given
/// up after some minutes.
[[nodiscard]] Plan swap_drained(release::Release to);

/// What comes of it, on so many threads; `progress` as that of SimulatedAccounts.
[[nodiscard]] Outcome carried_out(const Fleet& fleet, const Plan& plan, std::size_t threads,
                                  const std::function<void(std::size_t)>& progress);

}  // namespace podreel::fleet

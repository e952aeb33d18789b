// One simulation of a node for several results: of its control plane's upgrade, its own, and its roll-back.
#pragma once

#include <cstddef>
#include <vector>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::fleet {

/// A part of a scenario that has its own result. Times are since the scenario's start.
struct ObservedStage {
  sim::Duration begin{};
  /// Duration of the observation, if pods have recovered by then.
  sim::Duration length{};
  /// Number of the scenario's steps, from the first one to the stage's last one.
  std::size_t num_steps = 0;
};

/// Returns the result of a scenario whose settled pods are `pods`, in its order, from `from` until `until`, for pods as
/// they are at `from`. `options` holds the data that nodes share.
[[nodiscard]] NodeResult result_of(const format::Scenario& scenario, const std::vector<Replica>& pods,
                                   sim::Duration from, sim::Duration until, const simulation::ReplayOptions& options);

/// Returns the results of consecutive stages, each as a run with the steps of no later stage has it. A stage whose pods
/// have not recovered at its end is observed for `recovery`, if that is longer. Returns at least the first result. A
/// result is the last one if the next stage cannot follow it in the same run, as after a longer observation. Steps of
/// later stages must need no preparation.
[[nodiscard]] std::vector<NodeResult> results_of(const format::Scenario& scenario, const std::vector<Replica>& pods,
                                                 const std::vector<ObservedStage>& stages, sim::Duration recovery,
                                                 const simulation::ReplayOptions& options);

}  // namespace podreel::fleet

// Choices with which the workers of a run sync again when the recorded ones did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/reproduce/recording/kubelet_ticks.hpp"
#include "scenarios/reproduce/recording/taken_choice.hpp"

namespace podreel::reproduce {

/// Returns the jitters of those pauses after syncs whose end alone has triggered the next sync. Workers of the run
/// correspond to recorded ones in the order in which they begin, and their syncs to those that end at about the same
/// time, or else in order. `life_key` ends the keys of this kubelet's choices; `taken`: all choices of a run of the
/// scenario.
[[nodiscard]] std::vector<sim::Choice> recorded_pauses(const KubeletTicks& kubelet, const std::string& life_key,
                                                       const std::vector<TakenChoice>& taken);

/// Returns when the sync loop ticks, modulo the period of its ticks, in seconds since the scenario began: where most
/// syncs begin that only the worker's timer has triggered. No value if there are none.
[[nodiscard]] std::optional<double> sync_tick(const KubeletTicks& kubelet);

}  // namespace podreel::reproduce

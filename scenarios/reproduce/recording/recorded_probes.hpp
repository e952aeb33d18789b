// Choices with which the pods of a run are set up, and their probes answered, when the recorded ones were.
#pragma once

#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/reproduce/recording/kubelet_ticks.hpp"
#include "scenarios/reproduce/recording/taken_choice.hpp"

namespace podreel::reproduce {

/// Returns how long the setups of pods take, when their probes begin, and how long it takes until a result is known.
/// Probes of the run correspond to the recorded ones of about the same time. `life_key` ends the keys of this kubelet's
/// choices; `taken`: all choices of a run of the scenario.
[[nodiscard]] std::vector<sim::Choice> recorded_probes(const KubeletTicks& kubelet, const std::string& life_key,
                                                       const std::vector<TakenChoice>& taken);

}  // namespace podreel::reproduce

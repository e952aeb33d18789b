// Choices with which the workers of a run are woken, kill containers, and have statuses written as the recorded ones.
#pragma once

#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/reproduce/recording/kubelet_ticks.hpp"
#include "scenarios/reproduce/recording/taken_choice.hpp"

namespace podreel::reproduce {

/// Returns whether workers that are woken take their updates before the next event about their pods, how long syncs
/// take until they kill, and which statuses are written late. What the run does corresponds to what was recorded at
/// about the same time. `life_key` ends the keys of this kubelet's choices; `taken`: all choices of a run of the
/// scenario.
[[nodiscard]] std::vector<sim::Choice> recorded_syncs(const KubeletTicks& kubelet, const std::string& life_key,
                                                      const std::vector<TakenChoice>& taken);

}  // namespace podreel::reproduce

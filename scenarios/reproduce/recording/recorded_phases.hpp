// Choices with which the kubelets of a run tick, relist and retry when the recorded ones did.
#pragma once

#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/reproduce/recording/kubelet_ticks.hpp"
#include "scenarios/reproduce/recording/taken_choice.hpp"

namespace podreel::reproduce {

/// Returns choices with which a run's kubelets are as old as the recording states, relist in the rhythm of their lists,
/// and with which the first one collects containers when the recorded one did. Of what the recording does not state
/// there are none.
[[nodiscard]] std::vector<sim::Choice> stated_phases(const std::vector<KubeletTicks>& recorded);

/// Returns those choices of a run that decide when loops tick, workers retry and probes are answered, changed so that
/// its kubelets do so when the recorded ones did, whose rhythm is estimated where it is not stated. `taken`: all
/// choices of a run of the scenario. Choices of which the recording shows nothing, and those that need no change, are
/// left out.
[[nodiscard]] std::vector<sim::Choice> recorded_phases(const std::vector<KubeletTicks>& recorded,
                                                       const std::vector<TakenChoice>& taken);

}  // namespace podreel::reproduce

// Resources that the runtime of a scenario reports where the scenario does not say.
#pragma once

#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// Whether the runtime reports CPU and memory of every container: as the scenario says, else if its first kubelet needs
/// it (1.32 with InPlacePodVerticalScaling). Recordings are made with the same rule.
[[nodiscard]] bool reports_resources(const format::Scenario& scenario);

}  // namespace podreel::simulation

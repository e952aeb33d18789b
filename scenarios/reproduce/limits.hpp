// Evidence that no search can explain.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Returns the observations that podreel does not simulate, as sentences without their full stop.
[[nodiscard]] std::vector<std::string> not_simulated(const SeenPod& pod);

}  // namespace podreel::reproduce

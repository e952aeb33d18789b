// What podreel cannot explain, whatever is searched.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// What was seen of the pod that no simulated kubelet does, as sentences without their full stop.
[[nodiscard]] std::vector<std::string> not_simulated(const SeenPod& pod);

}  // namespace podreel::reproduce

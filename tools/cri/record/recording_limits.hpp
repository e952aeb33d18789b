// What of a scenario cannot be done to a kubelet that is none of podreel's.
#pragma once

#include <string>
#include <vector>

#include "scenarios/language/scenario.hpp"

namespace podreel::cri {

/// A line each, beside what cannot be had over CRI (wire_limits); empty: everything can.
[[nodiscard]] std::vector<std::string> recording_limits(const language::Scenario& scenario);

}  // namespace podreel::cri

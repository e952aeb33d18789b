// Checks the expectations of a scenario in the recording of a kubelet.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::reproduce {

/// Time at which the recording began, by the clock of its pods; no value if it has no versions of pods, without which
/// expectations cannot be checked.
[[nodiscard]] std::optional<sim::Time> start_of_checks(const std::vector<nlohmann::json>& records);

/// Returns the verdicts of the scenario's expectations, invariants among them. They point into the scenario. The
/// recording must have a start_of_checks(); it is checked until the scenario's or its own end.
[[nodiscard]] std::vector<format::Verdict> check_recording(const format::Scenario& scenario,
                                                           std::vector<nlohmann::json> records);

}  // namespace podreel::reproduce

// Limits that a scenario sets for its runs.
#pragma once

#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// Covers all kubelets that the scenario starts. Known faults are excused.
[[nodiscard]] invariants::Circumstances circumstances_of(const Scenario& scenario);

/// Whether nothing disturbs a kubelet after `end` of the scenario: the API server runs, and no runtime call always
/// fails or times out.
[[nodiscard]] bool ends_undisturbed(const Scenario& scenario, const invariants::Circumstances& circumstances,
                                    sim::Duration end);

}  // namespace podreel::format

// What of a scenario bounds what may happen in it.
#pragma once

#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::language {

/// Of all kubelets that the scenario starts. Known faults are excused.
[[nodiscard]] invariants::Circumstances circumstances_of(const Scenario& scenario);

/// Once `end` of the scenario has passed nothing is in the way of a kubelet: the API server is up, and no call of the
/// runtime fails for ever or is always given up.
[[nodiscard]] bool ends_undisturbed(const Scenario& scenario, const invariants::Circumstances& circumstances,
                                    sim::Duration end);

}  // namespace podreel::language

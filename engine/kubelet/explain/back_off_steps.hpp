// What back-offs said to a sync, in steps.
#pragma once

#include <optional>

#include "engine/kubelet/explain/explanation.hpp"
#include "engine/sync/back_off_finding.hpp"

namespace podreel::kubelet {

/// Adds a step for each finding. Returns when the last of the back-offs ends that refused something.
std::optional<sim::Time> add_back_offs(Explanation& explanation, const sync::BackOffFindings& findings);

}  // namespace podreel::kubelet

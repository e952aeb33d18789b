// When something was wrong with a node, so that promises may be late.
#pragma once

#include "scenarios/checks/invariants/history.hpp"

namespace podreel::invariants {

/// Between these times a runtime call failed or took longer than it should, a kubelet started or stopped or could
/// not work, the API server could not be reached, or somebody took a container away.
[[nodiscard]] bool is_disturbed(const History& history, sim::Time from, sim::Time until);

/// A kubelet started between these times: it knows only what the runtime and the API tell.
[[nodiscard]] bool has_kubelet_started(const History& history, sim::Time from, sim::Time until);

}  // namespace podreel::invariants

// Steps about back-offs that a sync met.
#pragma once

#include <optional>

#include "engine/kubelet/explain/explanation.hpp"
#include "engine/sync/back_off_finding.hpp"
#include "engine/sync/pod_sync_result.hpp"

namespace podreel::kubelet {

/// Adds a step for each finding, with what became of the start according to `result`. Returns the back-off that refused
/// something and ends last, if any.
std::optional<PendingBackOff> add_back_offs(Explanation& explanation, const sync::BackOffFindings& findings,
                                            const sync::PodSyncResult& result);

}  // namespace podreel::kubelet

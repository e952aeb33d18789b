// Steps about the decisions of a sync, and what became of them.
#pragma once

#include <optional>

#include "engine/decide/pod_actions.hpp"
#include "engine/kubelet/explain/explanation.hpp"
#include "engine/sync/back_off_finding.hpp"
#include "engine/sync/pod_sync_result.hpp"

namespace podreel::kubelet {

/// A sync that has ended: its decision, the back-offs that it met, and its results.
struct SyncHistory {
  const decide::Reasons& reasons;
  const sync::BackOffFindings& back_offs;
  const sync::PodSyncResult& result;
};

/// Adds a step for each decision and each back-off. A decision that was not carried out is followed by a step that says
/// so. Returns the back-off that refused something and ends last, if any.
std::optional<PendingBackOff> add_sync_steps(Explanation& explanation, const SyncHistory& history);

}  // namespace podreel::kubelet

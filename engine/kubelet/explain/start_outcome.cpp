#include "engine/kubelet/explain/start_outcome.hpp"

namespace podreel::kubelet {

using sync::SyncAction;

StartOutcome outcome_of_start(const sync::PodSyncResult& result, std::string_view container) noexcept {
  for (const sync::SyncResult& step : result.results) {
    if (step.action != SyncAction::start_container || step.target != container) continue;
    return {.was_attempted = true, .failure = step.failure ? &*step.failure : nullptr};
  }
  return {};
}

const sync::SyncFailure* failure_of_kill(const sync::PodSyncResult& result, std::string_view container) noexcept {
  for (const sync::SyncResult& step : result.results) {
    const bool is_kill = step.action == SyncAction::kill_container || step.action == SyncAction::kill_pod_sandbox ||
                         step.action == SyncAction::remove_container;
    if (is_kill && step.failure && (container.empty() || step.target == container)) return &*step.failure;
  }
  return nullptr;
}

}  // namespace podreel::kubelet

// Outcome of a container's start, as the results of its sync have it.
#pragma once

#include <string_view>

#include "engine/sync/pod_sync_result.hpp"

namespace podreel::kubelet {

struct StartOutcome {
  bool was_attempted = false;
  /// Why the start failed; null if it did not, or was not attempted.
  const sync::SyncFailure* failure = nullptr;

  [[nodiscard]] bool has_succeeded() const noexcept { return was_attempted && failure == nullptr; }
};

[[nodiscard]] StartOutcome outcome_of_start(const sync::PodSyncResult& result, std::string_view container) noexcept;

/// Returns why a container, or with an empty name any of the pod, could not be killed; null if nothing failed.
[[nodiscard]] const sync::SyncFailure* failure_of_kill(const sync::PodSyncResult& result,
                                                       std::string_view container) noexcept;

}  // namespace podreel::kubelet

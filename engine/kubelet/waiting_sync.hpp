// A sync that finds its pod's containers in back-off, and the next ones, which find the same.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/start_container.hpp"

namespace podreel::kubelet {

/// Inputs of such a sync that pass with time, or that syncs of other pods change; all others are in SyncInputs.
struct WaitingSync {
  /// Why a container could not be started, as the reason cache had it while the status was made.
  struct Reason {
    memory::Text key;
    std::optional<sync::SyncFailure> failure;
  };
  struct Container {
    sync::InBackOff in_back_off;
    /// Key in the reason cache.
    memory::Text key;
  };

  /// As it was synced.
  api::PodPtr pod;
  std::vector<Reason> reasons;
  std::vector<Container> containers;
};

}  // namespace podreel::kubelet

// Arithmetic of the numbers of pods of a Deployment's ReplicaSets.
#pragma once

#include <cstdint>
#include <vector>

namespace podreel::cluster {

/// Size of a ReplicaSet.
struct SetSize {
  std::int64_t replicas = 0;
  std::int64_t available = 0;
  /// Maximum number of pods of the Deployment when the set was scaled last.
  std::int64_t max_after_rollout = 0;
};

/// Limits of a Deployment's strategy (pkg/controller/deployment/util, ResolveFenceposts).
struct RollingRoom {
  std::int64_t replicas = 0;
  std::int64_t max_surge = 0;
  std::int64_t max_unavailable = 0;
};

/// Returns the size of the set with the present template, while old ones exist (NewRSNewReplicas).
[[nodiscard]] std::int64_t new_set_replicas(const RollingRoom& room, std::int64_t all, std::int64_t present);

/// Returns the sizes of the old sets, the oldest first (rolling.go, reconcileOldReplicaSets). Unavailable pods are
/// removed first, then as many as the new set replaces.
[[nodiscard]] std::vector<std::int64_t> old_set_replicas(const RollingRoom& room, const SetSize& newest,
                                                         const std::vector<SetSize>& old);

/// Returns the sizes of sets with pods when the Deployment is scaled during a rollout: each gets a proportional share
/// (sync.go, scale). The remainder goes to the first set in the given order.
[[nodiscard]] std::vector<std::int64_t> proportional_replicas(const RollingRoom& room,
                                                              const std::vector<SetSize>& sets);

}  // namespace podreel::cluster

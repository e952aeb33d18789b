// How many pods each ReplicaSet of a Deployment is to have: arithmetic, without objects around it.
#pragma once

#include <cstdint>
#include <vector>

namespace podreel::controllers {

/// A ReplicaSet, as far as that matters.
struct SetSize {
  std::int64_t replicas = 0;
  std::int64_t available = 0;
  /// What the Deployment could have had at most when the set was scaled last.
  std::int64_t most_then = 0;
};

/// What a Deployment's strategy allows (pkg/controller/deployment/util, ResolveFenceposts).
struct RollingRoom {
  std::int64_t replicas = 0;
  std::int64_t max_surge = 0;
  std::int64_t max_unavailable = 0;
};

/// Of the set with the present template, while the old ones are still there (NewRSNewReplicas).
[[nodiscard]] std::int64_t new_set_replicas(const RollingRoom& room, std::int64_t all, std::int64_t present);

/// What becomes of the old sets, from the oldest on (rolling.go, reconcileOldReplicaSets): first their pods go that are
/// not available, then as many as the new set makes up for.
[[nodiscard]] std::vector<std::int64_t> old_set_replicas(const RollingRoom& room, const SetSize& newest,
                                                         const std::vector<SetSize>& old);

/// What becomes of sets that have pods when the Deployment is scaled in the middle of a rollout: each gets its share
/// (sync.go, scale). They are in the order in which what is left over goes to the first.
[[nodiscard]] std::vector<std::int64_t> proportional_replicas(const RollingRoom& room,
                                                              const std::vector<SetSize>& sets);

}  // namespace podreel::controllers

// Decides which pods of a workload its controller replaces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/api/pod.hpp"

namespace podreel::cluster {

/// Whether a ReplicaSet counts the pod as one of its replicas (pkg/controller/controller_utils.go, IsPodActive).
[[nodiscard]] constexpr bool is_active(api::PodPhase phase, bool is_deleted) noexcept {
  return !api::is_terminal(phase) && !is_deleted;
}

/// State of a replica of a StatefulSet.
enum class ReplicaState : std::uint8_t {
  missing,
  /// Its pod has ended and is not being deleted yet.
  ended,
  unavailable,
  available,
};

/// Calls `replace` with each ordinal below `count` whose pod is missing or has ended. Unless pods are managed in
/// parallel, stops at the first replica that is not available (pkg/controller/statefulset/stateful_set_control.go,
/// updateStatefulSet). Returns whether it reached the last replica.
template <class StateOf, class Replace>
bool fill_ordinals(std::size_t count, bool is_parallel, StateOf state_of, Replace replace) {
  for (std::size_t ordinal = 0; ordinal < count; ++ordinal) {
    const ReplicaState state = state_of(ordinal);
    if (state == ReplicaState::missing || state == ReplicaState::ended) replace(ordinal, state);
    if (state != ReplicaState::available && !is_parallel) return false;
  }
  return true;
}

}  // namespace podreel::cluster

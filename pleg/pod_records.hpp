// The PLEG's memory of each pod, from one relist to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lifecycle_events.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/runtime.hpp"

namespace podreel::pleg {

/// plegContainerState.
enum class RecordedState : std::uint8_t { non_existent, running, exited, unknown };

/// "non-existent", "running", "exited", "unknown".
[[nodiscard]] std::string_view to_string(RecordedState state) noexcept;

/// A container or sandbox that is not in the state of the relist before.
struct StateChange {
  memory::Text id;
  RecordedState before = RecordedState::non_existent;
  RecordedState now = RecordedState::non_existent;
};

/// Events of a dead container that is removed: none that a sync follows, or, where the runtime's own events
/// report it, another death (pkg/kubelet/pleg/evented.go).
enum class OnRemoval : std::uint8_t { only_removed, died_again };
using StateChanges = memory::RecycledVector<StateChange>;

/// Old states of all pods; new ones are compared with them and then take their place.
class PodRecords {
 public:
  /// Returns what changed, containers before sandboxes, each in the runtime's order and then what has vanished. A pod
  /// that is gone has none of both.
  [[nodiscard]] StateChanges changes(const runtime::RunningPod& current) const;

  /// Keeps `current` as what the next relist is compared with.
  void update(const runtime::RunningPod& current);

  /// UIDs of all recorded pods, in order.
  [[nodiscard]] std::vector<memory::Text> uids() const;

  /// All that the runtime listed, and the recorded pods that it did not list any more, as gone ones; in the order of
  /// UIDs.
  [[nodiscard]] std::vector<runtime::RunningPod> with_gone(std::vector<runtime::RunningPod> listed) const;

 private:
  struct Recorded {
    memory::Text id;
    RecordedState state;
  };
  using States = memory::RecycledVector<Recorded>;

  /// Returns where `id` is, or the size. Looks from `first` on and then before it: a runtime lists what it listed
  /// before in the same order.
  [[nodiscard]] static std::size_t place_of(const States& states, const memory::Text& id, std::size_t first);

  memory::TextMap<States> pods_;
};

/// Nothing of the pod is left.
[[nodiscard]] bool is_gone(const runtime::RunningPod& pod) noexcept;

/// The lifecycle events that one change gives (generateEvents).
[[nodiscard]] std::span<const lifecycle::EventType> events_of(const StateChange& change, OnRemoval on_removal = {});

}  // namespace podreel::pleg

// What makes a pod's worker sync its pod.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/decide/pod_actions.hpp"
#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/prober/probe_type.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/runtime_objects.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// A result that a probe's manager did not have before.
struct ProbeChange {
  ProbeType type = ProbeType::readiness;
  /// The runtime's.
  std::string container_id;
  decide::ProbeResult result = decide::ProbeResult::unknown;
};

struct SyncCause {
  enum class Kind : std::uint8_t {
    untold,
    // What a source of pods told.
    added,
    updated,
    deleted,
    removed,
    reconciled,
    mirror_changed,
    // What happened to the pod.
    pleg_event,
    probe_result,
    active_deadline,
    preempted,
    shut_down,
    evicted,
    resized,
    // What the worker itself has to do.
    resync,
    retry,
    transient_retry,
    back_off_end,
    waits_for_name,
    next_stage,
    goes_on,
    // What housekeeping found.
    orphaned,
    wanted_again,
  };

  Kind kind = Kind::untold;
  /// Of `pleg_event` and `probe_result`.
  std::variant<std::monostate, lifecycle::PodLifecycleEvent, ProbeChange> of{};
  /// Of what the worker itself has to do: the end of the sync before; of `added`: the kubelet's start.
  sim::Time since{};
  /// When the worker was told.
  sim::Time at{};
};

/// What came before a sync, kept where the kubelet explains itself.
struct SyncStory {
  /// In the order in which they came; the pod is synced once for all of them.
  std::vector<SyncCause> causes;
  /// When the worker turned to them; it waits then for a status that is newer than the sync before.
  sim::Time taken_at{};
  sim::Time synced_before{};
  sim::Time began_at{};
  /// What the sync goes by; null if it goes by none.
  runtime::PodStatusPtr observed;
};

/// Adds a step for each cause, and one for each wait.
void add_story(Explanation& explanation, const SyncStory& story);

}  // namespace podreel::kubelet

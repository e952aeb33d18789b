// Triggers of a pod's sync.
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

/// New result of a probe.
struct ProbeChange {
  ProbeType type = ProbeType::readiness;
  /// ID of the container in the runtime.
  std::string container_id;
  decide::ProbeResult result = decide::ProbeResult::unknown;
};

struct SyncCause {
  enum class Kind : std::uint8_t {
    unknown,
    // Updates from a source of pods.
    added,
    updated,
    deleted,
    removed,
    reconciled,
    mirror_changed,
    // Events of the pod.
    pleg_event,
    probe_result,
    active_deadline,
    preempted,
    shut_down,
    evicted,
    resized,
    // Requests of the worker itself.
    resync,
    retry,
    transient_retry,
    back_off_end,
    waits_for_name,
    next_stage,
    continues,
    // Findings of housekeeping.
    orphaned,
    wanted_again,
  };

  Kind kind = Kind::unknown;
  /// Details of `pleg_event` and `probe_result`.
  std::variant<std::monostate, lifecycle::PodLifecycleEvent, ProbeChange> of{};
  /// End of the previous sync, for requests of the worker itself; the kubelet's start, for `added`.
  sim::Time since{};
  /// Time at which the worker got the request.
  sim::Time at{};
};

/// History of a sync, kept where the kubelet explains itself.
struct SyncStory {
  /// In order of arrival; one sync handles all of them.
  std::vector<SyncCause> causes;
  /// Time at which the worker took them up. It then waits for a status that is newer than the previous sync.
  sim::Time taken_at{};
  sim::Time synced_before{};
  sim::Time began_at{};
  /// Status that the sync uses, or null.
  runtime::PodStatusPtr observed;
};

/// Adds a step for each cause and each wait.
void add_story(Explanation& explanation, const SyncStory& story);

}  // namespace podreel::kubelet

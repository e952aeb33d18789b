// The rules of reporting: name, text, and the capability that brought a rule later than 1.7.
#pragma once

#include <string>
#include <string_view>

#include "engine/decide/decision.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet::status_rule {

using decide::Rule;
using release::Behaviour;

// The state of a container.
inline constexpr Rule not_created{
    "not-created",
    "a container without an instance waits: PodInitializing if the pod has init containers, else ContainerCreating; "
    "restarts and the last termination stay as reported before"};
inline constexpr Rule end_kept{"end-kept", "a container that is gone keeps the termination that was reported"};
inline constexpr Rule lost{
    "lost-container", "a container that was reported as running and is gone has terminated; its exit code is unknown",
    release::lost_containers_reported};
inline constexpr Rule lost_init_container{
    "lost-init-container", "an init container that is gone has completed if a regular container was created since",
    release::lost_init_containers_completed};
inline constexpr Rule removed_for_restart{
    "removed-for-restart-of-all", "a restart of all containers removed the container", release::restart_all_containers};
inline constexpr Rule as_observed{"as-observed", "the newest instance is the state, the one before it the last state"};
inline constexpr Rule created_waits{"created-waits", "a container that was created but not started waits",
                                    release::created_is_waiting};
inline constexpr Rule created_has_ended{"created-has-ended",
                                        "a container that was created but not started counts as terminated"};
inline constexpr Rule unknown_waits{"unknown-waits", "a container whose state the runtime does not know waits"};
inline constexpr Rule unknown_has_ended{"unknown-has-ended",
                                        "a container that was reported as running and whose state the runtime does not "
                                        "know has terminated; its exit code is unknown",
                                        release::lost_containers_reported};
inline constexpr Rule start_failed{"start-failed",
                                   "a container to be started waits, with the reason of its last failed start"};

// Started and ready.
inline constexpr Rule ready_not_started{"ready-not-started", "a container that has not started is not ready"};
inline constexpr Rule ready_unprobed{"ready-unprobed", "a started container without a readiness probe is ready"};
inline constexpr Rule ready_by_probe{"ready-by-probe", "the last result of the readiness probe decides"};
inline constexpr Rule ready_across_restart{"ready-across-restart",
                                           "a container that was ready before the kubelet started stays ready"};

// The phase.
inline constexpr Rule initialization_failed{"initialization-failed",
                                            "an init container failed and is not restarted: Failed"};
inline constexpr Rule initialization_pends{"initialization-pends", "an init container is not done: Pending"};
inline constexpr Rule container_waits{"container-waits", "a container was never started: Pending"};
inline constexpr Rule container_runs{"container-runs", "all containers were started and one runs: Running"};
inline constexpr Rule container_unknown{"container-unknown", "the state of a container is not known: Pending"};
inline constexpr Rule all_ended_for_good{
    "all-ended-for-good", "all containers have terminated and none restarts: Succeeded if all exited 0, else Failed"};
inline constexpr Rule all_ended_terminal{
    "all-ended-terminal", "the pod is being terminated: Succeeded if all containers exited 0, else Failed",
    release::finished_pods_get_terminal_phase};
inline constexpr Rule will_restart{"will-restart", "all containers have terminated and one restarts: Running"};
inline constexpr Rule terminal_phase_kept{"terminal-phase-kept", "a terminal phase that was reported once stays"};
inline constexpr Rule reason_kept{"reason-kept", "reason and message stay while the phase stays",
                                  release::status_builds_on_previous};
inline constexpr Rule evicted{"evicted", "a deadline or an eviction makes the pod Failed"};

/// Adds a step if reasons are wanted; only then `found` is called for its text.
template <class Found>
void because(const StatusInputs& inputs, std::string_view subject, const Rule& rule, Found found,
             std::string_view effect = {}) {
  if (inputs.reasons == nullptr) return;
  inputs.reasons->push_back(decide::reason_of(rule, inputs.behaviour, subject, found(), effect));
}

}  // namespace podreel::kubelet::status_rule

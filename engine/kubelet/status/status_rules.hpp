// The rules of reporting, by name: what each says, and the capability that brought it, if it came later than 1.7.
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
    "A container without an instance waits: PodInitializing if the pod has init containers, else "
    "ContainerCreating. Restarts and the last end are as reported before."};
inline constexpr Rule end_kept{"end-kept", "A container that has gone keeps the end that was reported of it."};
inline constexpr Rule lost{"lost-container",
                           "A container that was reported as running and has gone has ended without a witness.",
                           release::lost_containers_reported};
inline constexpr Rule lost_init_container{
    "lost-init-container", "An init container that has gone has completed if a regular container was created since.",
    release::lost_init_containers_completed};
inline constexpr Rule removed_for_restart{"removed-for-restart-of-all",
                                          "A restart of all containers has removed the container.",
                                          release::restart_all_containers};
inline constexpr Rule as_observed{"as-observed", "The newest instance is the state, the one before it the last state."};
inline constexpr Rule created_waits{"created-waits", "A container that was created but not started waits.",
                                    release::created_is_waiting};
inline constexpr Rule created_has_ended{"created-has-ended", "A container that was created but not started has ended."};
inline constexpr Rule unknown_waits{"unknown-waits", "A container in a state unknown to the runtime waits."};
inline constexpr Rule unknown_has_ended{"unknown-has-ended",
                                        "A container that was reported as running and is unknown to the runtime has "
                                        "ended without a witness.",
                                        release::lost_containers_reported};
inline constexpr Rule start_failed{
    "start-failed", "A container that is to be started waits, for the reason why the last attempt to start it failed."};

// Started and ready.
inline constexpr Rule ready_not_started{"ready-not-started", "A container that has not started is not ready."};
inline constexpr Rule ready_unprobed{"ready-unprobed", "A started container without a readiness probe is ready."};
inline constexpr Rule ready_by_probe{"ready-by-probe", "The last result of the readiness probe decides."};
inline constexpr Rule ready_across_restart{"ready-across-restart",
                                           "A container that was ready before the kubelet started stays ready."};

// The phase.
inline constexpr Rule initialization_failed{"initialization-failed",
                                            "An init container has failed and is not started again: Failed."};
inline constexpr Rule initialization_pends{"initialization-pends", "An init container has not done its part: Pending."};
inline constexpr Rule container_waits{"container-waits", "A container was never started: Pending."};
inline constexpr Rule container_runs{"container-runs", "All containers were started and one runs: Running."};
inline constexpr Rule container_unknown{"container-unknown", "The state of a container is not known: Pending."};
inline constexpr Rule all_ended_for_good{
    "all-ended-for-good",
    "All containers have ended and none is started again: Succeeded if all exited 0, else Failed."};
inline constexpr Rule all_ended_terminal{
    "all-ended-terminal", "The pod is being terminated: Succeeded if all containers exited 0, else Failed.",
    release::finished_pods_get_terminal_phase};
inline constexpr Rule will_restart{"will-restart", "All containers have ended and one is started again: Running."};
inline constexpr Rule terminal_phase_kept{"terminal-phase-kept", "A terminal phase that was reported once stays."};
inline constexpr Rule reason_kept{"reason-kept", "While the phase stays, so do its reason and message.",
                                  release::status_builds_on_previous};
inline constexpr Rule evicted{"evicted", "A deadline or an eviction makes the pod Failed."};

/// Writes a step down if reasons are wanted. `found` is called for its text only then.
template <class Found>
void because(const StatusInputs& inputs, std::string_view subject, const Rule& rule, Found found,
             std::string_view effect = {}) {
  if (inputs.reasons == nullptr) return;
  inputs.reasons->push_back(decide::reason_of(rule, inputs.behaviour, subject, found(), effect));
}

}  // namespace podreel::kubelet::status_rule

// The rules of syncing: the triggers of syncs, waits, statuses, back-offs and the next sync.
#pragma once

#include "engine/decide/rules.hpp"

namespace podreel::kubelet::sync_rule {

using decide::Rule;

// Triggers of syncs.
inline constexpr Rule worker_notified{"worker-notified", "a worker syncs its pod on request"};
inline constexpr Rule config_add{"config-add", "a pod that is new to the kubelet, and admitted, gets a worker"};
inline constexpr Rule config_update{"config-update", "a pod whose spec or metadata changed is synced"};
inline constexpr Rule config_delete{"config-delete", "the worker of a pod that is being deleted stops it"};
inline constexpr Rule config_remove{"config-remove", "the worker of a pod that no source has any more stops it"};
inline constexpr Rule config_reconcile{"config-reconcile",
                                       "a pod is synced when conditions of its readiness gates changed"};
inline constexpr Rule mirror_changed{"mirror-changed", "a static pod is synced when its mirror pod changed"};
inline constexpr Rule relist_event{"relist-event", "a pod is synced when a relist finds a change in it"};
inline constexpr Rule runtime_event{"runtime-event", "with the evented PLEG, the runtime reports changes itself"};
inline constexpr Rule probe_result{"probe-result",
                                   "a pod is synced when a probe's result changes, or is set for the first time"};
inline constexpr Rule active_deadline{"active-deadline",
                                      "a pod fails when it has been active for longer than activeDeadlineSeconds"};
inline constexpr Rule preempted{"preempted", "a pod may be killed to make room for a critical pod"};
inline constexpr Rule shut_down{"shut-down",
                                "pods are stopped in the order of their priorities when the node shuts down"};
inline constexpr Rule node_pressure{"node-pressure", "while the node is short of a resource, pods are evicted"};
inline constexpr Rule resized{"resized", "a pod is synced when its resize was decided"};
inline constexpr Rule resync{"resync", "a pod is synced again after syncFrequency plus up to 50 %"};
inline constexpr Rule retry{"retry", "a failed sync is retried after a pause plus up to 50 %"};
inline constexpr Rule transient_retry{"transient-retry",
                                      "after an error that may be transient, a sync is retried after a short pause"};
inline constexpr Rule back_off_end{"back-off-end", "the worker of a pod in back-off pauses until the back-off ends"};
inline constexpr Rule waits_for_name{"waits-for-name", "of static pods with the same name, one runs at a time"};
inline constexpr Rule next_stage{"next-stage", "a pod that has ended is terminated, and then cleaned up"};
inline constexpr Rule continues{"restart-of-all-goes-on", "a restart of all containers continues immediately"};
inline constexpr Rule orphaned{"orphaned", "housekeeping ends pods that run although no source has them"};
inline constexpr Rule wanted_again{"wanted-again", "a static pod that comes back while it ends is started again"};

// Waits.
inline constexpr Rule one_sync_at_a_time{"one-sync-at-a-time", "a pod has one sync at a time"};
inline constexpr Rule waits_for_status{"waits-for-status",
                                       "a sync needs a status of the pod that is newer than the previous sync"};

// The status.
inline constexpr Rule status_changed{"status-changed", "a status that changed is sent to the API server"};
inline constexpr Rule status_unchanged{"status-unchanged", "a status that was set before is not written again"};
inline constexpr Rule status_illegal{"status-illegal", "a terminated container must not be reported as running again"};
inline constexpr Rule status_same_in_api{"status-same-in-api", "only a status that differs from the API's is written"};
inline constexpr Rule status_unreachable{"status-api-unreachable", "a failed write is retried at a later tick"};
inline constexpr Rule status_written{"status-written",
                                     "statuses are written one after another, the newest of each pod"};
inline constexpr Rule status_reconciled{"status-reconciled", "a status that somebody else changed is written again"};
inline constexpr Rule client_rate{"client-rate", "kubeAPIQPS limits the kubelet's requests per second"};
inline constexpr Rule terminal_phase_held_back{"terminal-phase-held-back",
                                               "a terminal phase is reported only when no container can still run"};

// Outcomes.
inline constexpr Rule start_failed{"start-failed", "the error of this sync says why"};
inline constexpr Rule start_not_reached{"start-not-reached", "another decision or a failure in this sync prevented it"};
inline constexpr Rule kill_failed{"kill-failed", "the error of this sync says why"};
inline constexpr Rule terminal_phase{"terminal-phase", "a pod with a terminal phase is terminated next"};
inline constexpr Rule terminating{"terminating", "all containers of a terminating pod are stopped"};
inline constexpr Rule terminated{"terminated", "a pod without running containers is cleaned up"};

// Back-off.
inline constexpr Rule crash_back_off{"crash-back-off",
                                     "a container restarts when its back-off has passed since its exit"};
inline constexpr Rule crash_back_off_over{
    "crash-back-off-over", "a container restarts when its back-off has passed since its exit; each restart doubles it"};
inline constexpr Rule crash_back_off_begins{"crash-back-off-begins", "the first restart has no back-off"};
inline constexpr Rule crash_back_off_forgotten{
    "crash-back-off-forgotten",
    "a back-off is removed when it is not updated for long enough, or the kubelet restarts"};
inline constexpr Rule crash_back_off_reset{"crash-back-off-reset",
                                           "a back-off is reset when the container has run for long enough"};
inline constexpr Rule image_back_off{"image-back-off",
                                     "an image is pulled again when its back-off has passed since the last failure"};
inline constexpr Rule image_back_off_over{
    "image-back-off-over",
    "an image is pulled again when its back-off has passed since the last failure; each failure doubles it"};
inline constexpr Rule image_back_off_reset{"image-back-off-reset",
                                           "a back-off is reset when no pull has failed for long enough"};
inline constexpr Rule next_sync{"next-sync", "a worker syncs its pod again after a pause, on a tick of the sync loop"};

}  // namespace podreel::kubelet::sync_rule

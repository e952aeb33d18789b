// The rules of syncing, by name: what makes a worker sync its pod, and what keeps a sync from doing what was decided.
#pragma once

#include "engine/decide/rules.hpp"

namespace podreel::kubelet::sync_rule {

using decide::Rule;

// What makes a worker sync its pod.
inline constexpr Rule told{"worker-told", "A worker syncs its pod when it is told to."};
inline constexpr Rule config_add{"config-add", "A pod that the kubelet hears of, and admits, gets a worker."};
inline constexpr Rule config_update{"config-update", "A pod whose spec or metadata have changed is synced."};
inline constexpr Rule config_delete{"config-delete", "The worker of a pod that is to be deleted stops it."};
inline constexpr Rule config_remove{"config-remove", "The worker of a pod that no source has any more stops it."};
inline constexpr Rule config_reconcile{"config-reconcile",
                                       "A pod whose readiness gates have other conditions than before is synced."};
inline constexpr Rule mirror_changed{"mirror-changed", "A static pod is synced when its mirror pod has changed."};
inline constexpr Rule relist_event{"relist-event", "A pod in which a relist finds a change is synced."};
inline constexpr Rule runtime_event{"runtime-event", "With the evented PLEG, the runtime tells of changes itself."};
inline constexpr Rule probe_result{"probe-result",
                                   "A pod is synced when a probe's result changes, or is set before the first one."};
inline constexpr Rule active_deadline{"active-deadline", "A pod that has been active for too long fails."};
inline constexpr Rule preempted{"preempted", "A pod may be killed so that a critical one finds room."};
inline constexpr Rule shut_down{"shut-down", "Pods are stopped, some before others, when their node shuts down."};
inline constexpr Rule node_pressure{"node-pressure", "While the node is short of a resource, pods are evicted."};
inline constexpr Rule resized{"resized", "A pod is synced when its resize has been decided about."};
inline constexpr Rule resync{"resync", "A pod is synced again after syncFrequency, and up to half as much more."};
inline constexpr Rule retry{"retry", "A sync that failed is tried again after a pause, and up to half as much more."};
inline constexpr Rule transient_retry{"transient-retry", "What may be gone soon is tried again after a short pause."};
inline constexpr Rule back_off_end{"back-off-end", "A worker whose pod is in back-off pauses until that ends."};
inline constexpr Rule waits_for_name{"waits-for-name", "Of static pods of one name, one runs at a time."};
inline constexpr Rule next_stage{"next-stage",
                                 "A pod that has ended goes on to be terminated, and then to be cleaned up."};
inline constexpr Rule goes_on{"restart-of-all-goes-on", "A restart of all containers goes on at once."};
inline constexpr Rule orphaned{"orphaned", "Housekeeping ends pods that run without being wanted."};
inline constexpr Rule wanted_again{"wanted-again", "A static pod that comes back while it ends is started again."};

// What a sync waits for.
inline constexpr Rule one_sync_at_a_time{"one-sync-at-a-time", "A pod is synced once at a time."};
inline constexpr Rule waits_for_status{"waits-for-status",
                                       "A sync goes by a status of the pod that is newer than the sync before."};

// What becomes of the status.
inline constexpr Rule status_changed{"status-changed", "A status other than the one before goes to the API server."};
inline constexpr Rule status_unchanged{"status-unchanged", "A status that was set before need not be written again."};
inline constexpr Rule status_illegal{"status-illegal", "What has ended for good must not be reported as going on."};
inline constexpr Rule status_same_in_api{"status-same-in-api", "Only what differs from the API's status is written."};
inline constexpr Rule status_unreachable{"status-api-unreachable", "A write that fails is tried again with a tick."};
inline constexpr Rule status_written{"status-written",
                                     "Statuses are written one after another, the newest of each pod."};
inline constexpr Rule status_reconciled{"status-reconciled", "What somebody else made of a status is put right."};
inline constexpr Rule client_rate{"client-rate", "The kubelet makes so many requests a second (kubeAPIQPS)."};
inline constexpr Rule terminal_phase_held_back{
    "terminal-phase-held-back", "A pod is not reported as over as long as any of its containers may run."};

// Back-off.
inline constexpr Rule crash_back_off{"crash-back-off",
                                     "A container that has exited is started when its back-off has passed since."};
inline constexpr Rule crash_back_off_over{
    "crash-back-off-over", "A container is started again when its back-off has passed since its exit; it doubles."};
inline constexpr Rule crash_back_off_begins{"crash-back-off-begins",
                                            "The first restart comes at once, and a back-off begins."};
inline constexpr Rule crash_back_off_reset{
    "crash-back-off-reset", "What back-off a container had is forgotten when it has run for long enough."};
inline constexpr Rule image_back_off{"image-back-off",
                                     "An image is pulled again when its back-off has passed since the last failure."};
inline constexpr Rule image_back_off_over{
    "image-back-off-over",
    "An image is pulled again when its back-off has passed since the last failure; it doubles with the next."};
inline constexpr Rule image_back_off_reset{"image-back-off-reset",
                                           "A back-off is forgotten when no pull has failed for long."};
inline constexpr Rule next_sync{
    "next-sync", "Whatever else happens, a worker looks again after a pause, with a tick of the sync loop."};

}  // namespace podreel::kubelet::sync_rule

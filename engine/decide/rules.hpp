// The rules of the decision: name, text, and the capability that brought a rule later than 1.8.
#pragma once

#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::decide {

/// A rule. `capability` null: it holds in every release that has computePodActions.
struct Rule {
  std::string_view name;
  /// The rule as a clause, without a final period.
  std::string_view says;
  release::Capability capability{};
};

/// Effects of decisions that start or stop something. What a sync made of them is known after the sync only.
namespace effect {
inline constexpr std::string_view started = "started";
inline constexpr std::string_view restarted = "restarted";
inline constexpr std::string_view not_restarted = "not restarted";
inline constexpr std::string_view killed = "killed";
inline constexpr std::string_view later_wait = "starts no later container";
inline constexpr std::string_view killed_and_restarted = "killed and restarted";
inline constexpr std::string_view pod_stopped = "stopped";
inline constexpr std::string_view ends_pod = "the pod is stopped";
inline constexpr std::string_view removed = "removed";
inline constexpr std::string_view killed_and_removed = "killed and removed";
inline constexpr std::string_view creates_sandbox = "creates a sandbox";
inline constexpr std::string_view replaces_sandbox = "replaces its sandbox";
}  // namespace effect

namespace rules {

// The sandbox.
inline constexpr Rule no_sandbox{"no-sandbox", "containers run in a sandbox"};
inline constexpr Rule several_sandboxes{"several-ready-sandboxes",
                                        "only one sandbox may be ready, so a new one replaces all"};
inline constexpr Rule sandbox_not_ready{"sandbox-not-ready", "a sandbox that is not ready is replaced"};
inline constexpr Rule network_changed{
    "network-namespace-changed", "a sandbox in the wrong network namespace is replaced, and its ID is not used again"};
inline constexpr Rule sandbox_without_ip{"sandbox-without-ip",
                                         "a sandbox without an IP is replaced, unless the pod uses the host's network"};
inline constexpr Rule network_missing{"sandbox-without-network",
                                      "the kubelet reads the IP of a sandbox whose status has no network",
                                      release::sandbox_without_network_panics};
inline constexpr Rule sandbox_fine{"sandbox-ready", "a ready sandbox is kept"};
inline constexpr Rule never_pod_not_restarted{"never-pod-not-restarted",
                                              "a pod with restartPolicy Never does not start a second time"};
inline constexpr Rule never_pod_keeps_dead_sandbox{"never-pod-keeps-dead-sandbox",
                                                   "a pod with restartPolicy Never does not get another sandbox",
                                                   release::never_pod_keeps_dead_sandbox};
inline constexpr Rule sandbox_retried{"sandbox-retried-without-containers",
                                      "a pod that never had a container may try another sandbox",
                                      release::sandbox_retried_without_containers};
inline constexpr Rule nothing_left_to_start{"nothing-left-to-start",
                                            "an initialized pod with nothing left to start needs no new sandbox",
                                            release::succeeded_pod_keeps_dead_sandbox};
inline constexpr Rule succeeded_stays{
    "succeeded-container-stays-down",
    "with restartPolicy OnFailure, a container that succeeded does not start in a new sandbox"};
inline constexpr Rule starts_in_new_sandbox{"starts-in-new-sandbox", "every container starts again in a new sandbox"};
inline constexpr Rule init_first{"init-containers-first", "in a new sandbox, the first init container starts first"};

// The decision up to 1.7.
inline constexpr Rule failed_init_restarts_all{"failed-init-container-restarts-all",
                                               "a failed init container makes all regular containers restart"};
inline constexpr Rule not_kept{"not-kept", "a running container that is not kept is killed"};

// Ephemeral containers.
inline constexpr Rule ephemeral_started_once{"ephemeral-container-started-once",
                                             "an ephemeral container starts once and is never restarted",
                                             release::ephemeral_containers};

// Init containers, the algorithm up to 1.32.
inline constexpr Rule running_means_initialized{"running-container-means-initialized",
                                                "while a regular container runs, the pod counts as initialized",
                                                release::running_container_means_initialized};
inline constexpr Rule failed_init_ends_pod{"failed-init-container-ends-pod",
                                           "a failed init container that may not be restarted ends the pod"};
inline constexpr Rule failed_init_restarted{"failed-init-container-restarted", "a failed init container is restarted"};
inline constexpr Rule unknown_init_killed{"unknown-init-container-killed",
                                          "an init container in an unknown state may still run, so it is killed first",
                                          release::unknown_containers_killed_first};
inline constexpr Rule init_running{"init-container-running", "later containers wait until an init container exits"};
inline constexpr Rule next_init{"next-init-container",
                                "the next init container starts when the one before has succeeded"};
inline constexpr Rule last_init_done{"last-init-container-succeeded",
                                     "when the last init container has succeeded, the pod is initialized"};
inline constexpr Rule first_init{"first-init-container", "if no init container has run yet, the first one starts"};

// Init containers, the algorithm that knows sidecars.
inline constexpr Rule started_means_initialized{
    "started-container-means-initialized",
    "a regular container that was created or runs means that the pod is initialized", release::sidecars};
inline constexpr Rule exited_means_initialized{"exited-container-means-initialized",
                                               "a regular container that has exited means that the pod is initialized",
                                               release::exited_container_means_initialized};
inline constexpr Rule created_init_restarted{"created-init-container-restarted",
                                             "an init container that was created but never started is started again",
                                             release::created_init_container_restarted};
inline constexpr Rule created_init_waits{"created-init-container-waited-for",
                                         "later containers wait for an init container that was created"};
inline constexpr Rule sidecar_gone{"sidecar-gone", "a sidecar that is gone is started again", release::sidecars};
inline constexpr Rule sidecar_exited{"sidecar-exited", "a sidecar that exited is restarted", release::sidecars};
inline constexpr Rule sidecar_startup_failed{
    "sidecar-startup-failed", "a sidecar whose startup probe failed is killed and restarted", release::sidecars};
inline constexpr Rule sidecar_starting{
    "sidecar-starting", "later containers wait until a sidecar's startup probe succeeds", release::sidecars};
inline constexpr Rule sidecar_started{
    "sidecar-started", "the next container starts when the sidecar before it has started", release::sidecars};
inline constexpr Rule sidecar_changed{"sidecar-definition-changed",
                                      "a running sidecar whose definition changed is killed and restarted",
                                      release::changed_sidecar_restarted};
inline constexpr Rule sidecar_liveness_failed{
    "sidecar-liveness-failed", "a sidecar whose liveness probe failed is killed and restarted", release::sidecars};

// Regular containers that do not run.
inline constexpr Rule pod_deleted{"pod-deleted", "nothing restarts in a pod that is being deleted",
                                  release::deleted_pod_restarts_nothing};
inline constexpr Rule never_started{"never-started", "a container that was never started is started"};
inline constexpr Rule not_running_yet{"created-or-unknown",
                                      "a container that was created but not started, or was lost, is started"};
inline constexpr Rule unknown_killed{"unknown-container-killed",
                                     "a container in an unknown state may still run, so it is killed first",
                                     release::unknown_containers_killed_first};
inline constexpr Rule restart_rule{"container-restart-rule",
                                   "the container's first restart rule that matches the exit code decides",
                                   release::container_restart_rules};
inline constexpr Rule container_policy{"container-restart-policy",
                                       "the container's own restartPolicy decides whether it restarts",
                                       release::container_restart_rules};
inline constexpr Rule pod_policy{"pod-restart-policy",
                                 "the pod's restartPolicy decides whether an exited container restarts"};

// Regular containers that run.
inline constexpr Rule definition_changed{"definition-changed",
                                         "a container that does not match the spec is killed and restarted"};
inline constexpr Rule liveness_failed{
    "liveness-failed", "a container whose liveness probe failed is killed; restartPolicy decides whether it restarts"};
inline constexpr Rule startup_failed{
    "startup-failed", "a container whose startup probe failed is killed; restartPolicy decides whether it restarts",
    release::startup_probe_failure_kills};
inline constexpr Rule container_kept{"container-kept", "a running container that matches the spec is kept"};
inline constexpr Rule nothing_left{"nothing-left", "a pod without a container to keep or to start is stopped"};

// Resizing and restarting all containers.
inline constexpr Rule resized{"resized-in-place", "a container whose CPU or memory changed is resized while it runs",
                              release::in_place_resize};
inline constexpr Rule resize_restarts{"resize-restarts",
                                      "a resizePolicy of RestartContainer makes a resize restart the container",
                                      release::in_place_resize};
inline constexpr Rule all_restart{
    "restart-all-containers", "a container's exit restarts all containers; the container that exited is removed last",
    release::restart_all_containers};

}  // namespace rules

}  // namespace podreel::decide

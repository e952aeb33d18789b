// The rules of the decision, by name: what each says, and the capability that brought it, if it came later than 1.8.
#pragma once

#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::decide {

/// `capability` null: the rule holds in every release that has computePodActions.
struct Rule {
  std::string_view name;
  std::string_view says;
  release::Capability capability{};
};

namespace rules {

// The sandbox.
inline constexpr Rule no_sandbox{"no-sandbox", "A pod without a sandbox gets its first one."};
inline constexpr Rule several_sandboxes{"several-ready-sandboxes",
                                        "Only one sandbox may be ready; otherwise all are replaced by a new one."};
inline constexpr Rule sandbox_not_ready{"sandbox-not-ready", "A sandbox that is not ready is replaced."};
inline constexpr Rule network_changed{"network-namespace-changed",
                                      "A sandbox in the wrong network namespace is replaced, and its id is forgotten."};
inline constexpr Rule sandbox_without_ip{
    "sandbox-without-ip", "A sandbox without an IP is replaced, unless the pod uses the host's network."};
inline constexpr Rule network_missing{"sandbox-without-network",
                                      "The kubelet reads the IP of a sandbox whose status has no network, and panics.",
                                      release::sandbox_without_network_panics};
inline constexpr Rule sandbox_fine{"sandbox-ready", "A ready sandbox is kept."};
inline constexpr Rule never_pod_not_restarted{
    "never-pod-not-restarted",
    "A pod with restartPolicy Never is not started a second time: nothing is put in a sandbox."};
inline constexpr Rule never_pod_keeps_dead_sandbox{"never-pod-keeps-dead-sandbox",
                                                   "A pod with restartPolicy Never gets no new sandbox, either.",
                                                   release::never_pod_keeps_dead_sandbox};
inline constexpr Rule sandbox_retried{"sandbox-retried-without-containers",
                                      "A pod that never had a container may try another sandbox.",
                                      release::sandbox_retried_without_containers};
inline constexpr Rule nothing_left_to_start{"nothing-left-to-start",
                                            "An initialized pod with nothing left to start needs no new sandbox.",
                                            release::succeeded_pod_keeps_dead_sandbox};
inline constexpr Rule succeeded_stays{"succeeded-container-stays-down",
                                      "Under OnFailure, a container that succeeded is not started in a new sandbox."};
inline constexpr Rule starts_in_new_sandbox{"starts-in-new-sandbox", "Everything is started anew in a new sandbox."};
inline constexpr Rule init_first{"init-containers-first", "In a new sandbox, the first init container goes first."};

// The decision up to 1.7.
inline constexpr Rule failed_init_restarts_all{"failed-init-container-restarts-all",
                                               "A failed init container makes all regular containers start again."};
inline constexpr Rule not_kept{"not-kept", "Every running container that is not kept is killed."};

// Ephemeral containers.
inline constexpr Rule ephemeral_started_once{"ephemeral-container-started-once",
                                             "An ephemeral container is started once and never again.",
                                             release::ephemeral_containers};

// Init containers, the algorithm up to 1.32.
inline constexpr Rule running_means_initialized{"running-container-means-initialized",
                                                "While a regular container runs, initialization is behind the pod.",
                                                release::running_container_means_initialized};
inline constexpr Rule failed_init_ends_pod{"failed-init-container-ends-pod",
                                           "A failed init container that may not be restarted ends the pod."};
inline constexpr Rule failed_init_restarted{"failed-init-container-restarted",
                                            "A failed init container is started again."};
inline constexpr Rule unknown_init_killed{"unknown-init-container-killed",
                                          "An init container in an unknown state may still run: it is killed first.",
                                          release::unknown_containers_killed_first};
inline constexpr Rule init_running{"init-container-running", "While an init container runs, the pod waits for it."};
inline constexpr Rule next_init{"next-init-container", "After an init container succeeded, the next one is started."};
inline constexpr Rule last_init_done{"last-init-container-succeeded",
                                     "When the last init container has succeeded, the pod is initialized."};
inline constexpr Rule first_init{"first-init-container", "If no init container has run yet, the first one is started."};

// Init containers, the algorithm that knows sidecars.
inline constexpr Rule started_means_initialized{
    "started-container-means-initialized",
    "A regular container that was created or runs means that the pod is initialized.", release::sidecars};
inline constexpr Rule exited_means_initialized{"exited-container-means-initialized",
                                               "A regular container that has exited means that the pod is initialized.",
                                               release::exited_container_means_initialized};
inline constexpr Rule created_init_restarted{"created-init-container-restarted",
                                             "An init container that was created but never started is started again.",
                                             release::created_init_container_restarted};
inline constexpr Rule created_init_waits{"created-init-container-waited-for",
                                         "An init container that was created is waited for."};
inline constexpr Rule sidecar_gone{"sidecar-gone", "A sidecar that is gone is started again.", release::sidecars};
inline constexpr Rule sidecar_exited{"sidecar-exited", "A sidecar that exited is started again.", release::sidecars};
inline constexpr Rule sidecar_startup_failed{
    "sidecar-startup-failed", "A sidecar whose startup probe failed is killed and started again.", release::sidecars};
inline constexpr Rule sidecar_starting{
    "sidecar-starting", "Until a sidecar's startup probe succeeds, nothing after it is started.", release::sidecars};
inline constexpr Rule sidecar_started{"sidecar-started", "A sidecar that has started makes way for the next one.",
                                      release::sidecars};
inline constexpr Rule sidecar_changed{"sidecar-definition-changed",
                                      "A running sidecar whose definition changed is killed and started again.",
                                      release::changed_sidecar_restarted};
inline constexpr Rule sidecar_liveness_failed{
    "sidecar-liveness-failed", "A sidecar whose liveness probe failed is killed and started again.", release::sidecars};

// Regular containers that do not run.
inline constexpr Rule pod_deleted{"pod-deleted", "Nothing is restarted in a pod that is being deleted.",
                                  release::deleted_pod_restarts_nothing};
inline constexpr Rule never_started{"never-started", "A container that was never started is started."};
inline constexpr Rule not_running_yet{"created-or-unknown",
                                      "A container that was created but not started, or was lost, is started."};
inline constexpr Rule unknown_killed{"unknown-container-killed",
                                     "A container in an unknown state may still run: it is killed first.",
                                     release::unknown_containers_killed_first};
inline constexpr Rule restart_rule{"container-restart-rule",
                                   "The container's first restart rule that matches the exit code decides.",
                                   release::container_restart_rules};
inline constexpr Rule container_policy{"container-restart-policy",
                                       "The container's own restartPolicy decides whether it is started again.",
                                       release::container_restart_rules};
inline constexpr Rule pod_policy{"pod-restart-policy",
                                 "The pod's restartPolicy decides whether an exited container is started again."};

// Regular containers that run.
inline constexpr Rule definition_changed{
    "definition-changed", "A container that is no longer the one that the spec asks for is killed and started again."};
inline constexpr Rule liveness_failed{
    "liveness-failed", "A container whose liveness probe failed is killed; restartPolicy decides about its restart."};
inline constexpr Rule startup_failed{
    "startup-failed", "A container whose startup probe failed is killed; restartPolicy decides about its restart.",
    release::startup_probe_failure_kills};
inline constexpr Rule container_kept{"container-kept", "A running container that is what the spec asks for is kept."};
inline constexpr Rule nothing_left{"nothing-left", "With nothing to keep and nothing to start, the pod is stopped."};

// Resizing and restarting all containers.
inline constexpr Rule resized{"resized-in-place", "A container whose CPU or memory changed is resized while it runs.",
                              release::in_place_resize};
inline constexpr Rule resize_restarts{
    "resize-restarts", "A resizePolicy of RestartContainer makes the resize kill and start the container.",
    release::in_place_resize};
inline constexpr Rule all_restart{"restart-all-containers",
                                  "A container's exit restarts all containers: they are removed, the source last.",
                                  release::restart_all_containers};

}  // namespace rules

}  // namespace podreel::decide

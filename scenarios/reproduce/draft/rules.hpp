// Explains each kind of evidence about a pod. Every rule adds to the draft; without evidence of its kind it adds
// nothing.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"

namespace podreel::reproduce {

/// Drafts the pod, its age, its containers and their images.
[[nodiscard]] Draft pod_draft(const SeenPod& pod, release::Release kubelet);

/// Returns the init containers that statuses such as "Init:0/2" show and the input does not name.
[[nodiscard]] std::vector<SeenContainer> assumed_init_containers(const SeenPod& pod);

/// Parameter for the duration of the first RunPodSandbox call.
inline constexpr std::string_view sandbox_parameter = "the sandbox takes";

/// Explains what keeps containers from starting: failed image pulls, missing ConfigMaps and Secrets, failing runtime
/// calls and hooks.
void explain_pulls(const SeenPod& pod, Draft& draft);
void explain_missing_config(const SeenPod& pod, Draft& draft);
void explain_failed_starts(const SeenPod& pod, Draft& draft);
void explain_hooks(const SeenPod& pod, Draft& draft);
void explain_mounts(const SeenPod& pod, Draft& draft);
/// Explains volumes that cannot be attached or mounted although their ConfigMaps and Secrets exist.
void explain_volumes(const SeenPod& pod, Draft& draft);
void explain_network(const SeenPod& pod, Draft& draft);

/// Explains how containers run and end.
void explain_runs(const SeenPod& pod, Draft& draft);
void explain_probes(const SeenPod& pod, Draft& draft);
/// Explains why a running container is not ready if no event reports a failing probe.
void explain_readiness(const SeenPod& pod, Draft& draft);
/// Explains pods that their kubelet rejects for resources or labels of the node.
void explain_rejection(const SeenPod& pod, Draft& draft);
void explain_deadline(const SeenPod& pod, Draft& draft);
void explain_deletion(const SeenPod& pod, Draft& draft);
/// Explains pods that end because their node is short of a resource or shuts down.
void explain_eviction(const SeenPod& pod, Draft& draft);
void explain_node_shutdown(const SeenPod& pod, Draft& draft);
/// Returns the message of the pod's eviction, which may be empty; no value if no kubelet has evicted it.
[[nodiscard]] std::optional<std::string> eviction_of(const SeenPod& pod);
/// Explains pods whose node was lost.
void explain_lost_node(const SeenPod& pod, Draft& draft);
/// Whether events or lines report that the control plane has lost the pod's node.
[[nodiscard]] bool has_lost_node(const SeenPod& pod);
/// Whether the pod's containers ended because the node shut down.
[[nodiscard]] bool stops_with_its_node(const SeenPod& pod);
/// Explains containers and sandboxes that cannot be stopped.
void explain_failed_stops(const SeenPod& pod, Draft& draft);
/// Explains deleted pods whose containers have ended: one draft for each reason why the pod still exists. Returns none
/// for other pods.
[[nodiscard]] std::vector<Draft> explain_held_pods(const SeenPod& pod, const Draft& draft);
/// Explains a pod that waits without further evidence: for a sandbox or an init container.
void explain_waiting(const SeenPod& pod, Draft& draft);

/// Explains sandboxes that cannot be created or that die: one draft for each possible cause.
[[nodiscard]] std::vector<Draft> explain_sandboxes(const SeenPod& pod, const Draft& draft);

/// Returns the draft with a failing probe that kills the restarting container; no value if the evidence explains the
/// restarts.
[[nodiscard]] std::optional<Draft> killed_by_unseen_probe(const SeenPod& pod, Draft draft);

/// Returns drafts with a kubelet that restarted or stopped, if the evidence suggests one.
[[nodiscard]] std::vector<Draft> with_kubelets(const SeenPod& pod, const Draft& draft);

/// Upper bound of simulated time, whatever the pod's age.
inline constexpr sim::Duration max_simulated_age = std::chrono::hours{24 * 30};

// Look-ups.

/// Returns the volume of a pod that a message about an operation on it names ("… failed for volume "data" …"), in
/// kubelets up to 1.8 behind "spec.Name:". A name that no pod can use becomes "data". Returns an empty name without
/// one.
[[nodiscard]] std::string volume_of(std::string_view message);

/// Returns all events of this reason, about the container if one is named.
[[nodiscard]] std::vector<const SeenEvent*> events_of(const SeenPod& pod, std::string_view reason,
                                                      std::string_view container = {});
/// Sum of the counts of these events.
[[nodiscard]] std::uint64_t times_of(const SeenPod& pod, std::string_view reason, std::string_view container = {});
/// Whether a row of `kubectl get pods` has one of these words, after "Init:" for an init container.
[[nodiscard]] bool has_status(const SeenPod& pod, bool is_init, std::initializer_list<std::string_view> words);
/// Number of finished init containers in a status such as "Init:1/3"; no value for other words.
[[nodiscard]] std::optional<std::size_t> init_containers_done(std::string_view status);
/// Whether the container waits for this reason ("CrashLoopBackOff", "ErrImagePull"), by its state, the pod's rows, or a
/// log.
[[nodiscard]] bool waits_for(const SeenPod& pod, std::string_view container, std::string_view reason);
/// Returns the sum of the crash back-offs before that many restarts, in seconds: 10, doubled at each, at most 300.
[[nodiscard]] double back_offs_until(std::uint32_t restarts);
/// Returns the number of restarts before the back-off in the container's messages: "back-off 40s restarting" follows
/// three restarts. 0 without one.
[[nodiscard]] std::uint32_t restarts_by_back_off(const SeenPod& pod, std::string_view container);
/// Grace period in seconds; 30 if the evidence does not show it.
[[nodiscard]] std::int64_t grace_of(const SeenPod& pod) noexcept;
/// Whether a container of the pod waits with the reason ContainerCreating.
[[nodiscard]] bool is_creating(const SeenPod& pod);
/// Whether the error is a timeout of a runtime call.
[[nodiscard]] bool is_given_up(std::string_view error);
/// Whether the message reports a missing ConfigMap, Secret, or key of one.
[[nodiscard]] bool names_missing_object(std::string_view message);
/// Returns the text after "rpc error: code = … desc = ", or the whole text.
[[nodiscard]] std::string_view without_rpc_code(std::string_view error);
/// Returns the text between the first two quotes after `word`; empty without one.
[[nodiscard]] std::string quoted_after(std::string_view text, std::string_view word);

}  // namespace podreel::reproduce

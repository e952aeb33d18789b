// What each kind of evidence says about a pod. Every rule adds to the draft what it explains; one that finds nothing of
// its kind adds nothing.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"

namespace podreel::reproduce {

/// The pod, its age, its containers and their images.
[[nodiscard]] Draft pod_draft(const SeenPod& pod, release::Release kubelet);

/// The parameter that says how long the first sandbox takes.
inline constexpr std::string_view sandbox_parameter = "the sandbox takes";

/// What keeps containers from starting: images that cannot be pulled, missing ConfigMaps and Secrets, runtime calls and
/// hooks that fail.
void explain_pulls(const SeenPod& pod, Draft& draft);
void explain_missing_config(const SeenPod& pod, Draft& draft);
void explain_failed_starts(const SeenPod& pod, Draft& draft);
void explain_hooks(const SeenPod& pod, Draft& draft);
void explain_mounts(const SeenPod& pod, Draft& draft);
/// Volumes that cannot be attached or mounted, though nothing that they are made of is missing.
void explain_volumes(const SeenPod& pod, Draft& draft);
void explain_network(const SeenPod& pod, Draft& draft);

/// How containers run and end.
void explain_runs(const SeenPod& pod, Draft& draft);
void explain_probes(const SeenPod& pod, Draft& draft);
/// Why a container that runs is not ready, where no probe is told to fail.
void explain_readiness(const SeenPod& pod, Draft& draft);
void explain_deadline(const SeenPod& pod, Draft& draft);
void explain_deletion(const SeenPod& pod, Draft& draft);
/// What the node does to a pod that nobody deletes: it is short of something, or shuts down.
void explain_eviction(const SeenPod& pod, Draft& draft);
void explain_node_shutdown(const SeenPod& pod, Draft& draft);
/// Its containers have ended because their node shut down.
[[nodiscard]] bool stops_with_its_node(const SeenPod& pod);
/// Containers and sandboxes that cannot be stopped.
void explain_failed_stops(const SeenPod& pod, Draft& draft);
/// What a pod waits for that says nothing more: a sandbox, an init container.
void explain_waiting(const SeenPod& pod, Draft& draft);

/// Sandboxes that are not made, or do not last: one draft for each way.
[[nodiscard]] std::vector<Draft> explain_sandboxes(const SeenPod& pod, const Draft& draft);

/// The draft again, with a probe that kills the container whose restarts nothing explains; nothing where something
/// does.
[[nodiscard]] std::optional<Draft> killed_by_unseen_probe(const SeenPod& pod, Draft draft);

/// The draft again, with a kubelet that was restarted, or has stopped: where the evidence has something of it.
[[nodiscard]] std::vector<Draft> with_kubelets(const SeenPod& pod, const Draft& draft);

/// However old a pod is.
inline constexpr sim::Duration longest_simulated = std::chrono::hours{24 * 30};

// Looking things up.

/// All events of these reasons, about the container if one is named.
[[nodiscard]] std::vector<const SeenEvent*> events_of(const SeenPod& pod, std::string_view reason,
                                                      std::string_view container = {});
/// How often in all.
[[nodiscard]] std::uint64_t times_of(const SeenPod& pod, std::string_view reason, std::string_view container = {});
/// Some row of `kubectl get pods` has one of these words, behind "Init:" where it is about an init container.
[[nodiscard]] bool has_status(const SeenPod& pod, bool is_init, std::initializer_list<std::string_view> words);
/// So many init containers are done where `kubectl get pods` shows "Init:1/3"; nothing of other words.
[[nodiscard]] std::optional<std::size_t> init_containers_done(std::string_view status);
/// "CrashLoopBackOff", "ErrImagePull": why the container waits, as its state, the pod's rows, or a log say.
[[nodiscard]] bool waits_for(const SeenPod& pod, std::string_view container, std::string_view reason);
/// How many seconds a crash's back-off makes a kubelet wait before so many restarts: 10, doubled at each, at most 300.
[[nodiscard]] double back_offs_until(std::uint32_t restarts);
/// How many seconds it is given to end: 30 where nothing says.
[[nodiscard]] std::int64_t grace_of(const SeenPod& pod) noexcept;
/// A container of it waits with the reason ContainerCreating.
[[nodiscard]] bool is_creating(const SeenPod& pod);
/// The error of a call that the runtime has not answered in time.
[[nodiscard]] bool is_given_up(std::string_view error);
/// An event's message says that a ConfigMap or Secret, or a key of it, is missing.
[[nodiscard]] bool tells_of_missing_object(std::string_view message);
/// The part behind "rpc error: code = … desc = ", or all.
[[nodiscard]] std::string_view without_rpc_code(std::string_view error);
/// What stands between the first two quotes behind `word`; empty if nothing does.
[[nodiscard]] std::string quoted_after(std::string_view text, std::string_view word);

}  // namespace podreel::reproduce

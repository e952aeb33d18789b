// What each kind of evidence says about a pod. Every rule adds to the draft what it explains; one that finds nothing of
// its kind adds nothing.
#pragma once

#include <string_view>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"

namespace podreel::reproduce {

/// The pod, its age, its containers and their images.
[[nodiscard]] Draft pod_draft(const SeenPod& pod, release::Release kubelet);

/// What keeps containers from starting: images that cannot be pulled, missing ConfigMaps and Secrets, runtime calls and
/// hooks that fail.
void explain_pulls(const SeenPod& pod, Draft& draft);
void explain_missing_config(const SeenPod& pod, Draft& draft);
void explain_failed_starts(const SeenPod& pod, Draft& draft);
void explain_hooks(const SeenPod& pod, Draft& draft);
void explain_mounts(const SeenPod& pod, Draft& draft);
void explain_network(const SeenPod& pod, Draft& draft);

/// How containers run and end.
void explain_runs(const SeenPod& pod, Draft& draft);
void explain_probes(const SeenPod& pod, Draft& draft);
void explain_deadline(const SeenPod& pod, Draft& draft);
void explain_deletion(const SeenPod& pod, Draft& draft);

/// Sandboxes that are not made, or do not last: one draft for each way.
[[nodiscard]] std::vector<Draft> explain_sandboxes(const SeenPod& pod, const Draft& draft);

/// However old a pod is.
inline constexpr sim::Duration longest_simulated = std::chrono::hours{24 * 30};

// Looking things up.

/// All events of these reasons, about the container if one is named.
[[nodiscard]] std::vector<const SeenEvent*> events_of(const SeenPod& pod, std::string_view reason,
                                                      std::string_view container = {});
/// How often in all.
[[nodiscard]] std::uint64_t times_of(const SeenPod& pod, std::string_view reason, std::string_view container = {});
/// "CrashLoopBackOff", "ErrImagePull": why the container waits, as its state, the pod's rows, or a log say.
[[nodiscard]] bool waits_for(const SeenPod& pod, std::string_view container, std::string_view reason);
/// The part behind "rpc error: code = … desc = ", or all.
[[nodiscard]] std::string_view without_rpc_code(std::string_view error);
/// What stands between the first two quotes behind `word`; empty if nothing does.
[[nodiscard]] std::string quoted_after(std::string_view text, std::string_view word);

}  // namespace podreel::reproduce

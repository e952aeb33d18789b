// The runtime's state of a pod, from the `status` of a recorded case, or derived from a live pod's status.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/policy.hpp"
#include "engine/runtime.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::batch {

/// Relation of a container's stored hash to the wanted one.
enum class HashMark : std::uint8_t {
  /// Equal to the hash of the release under test.
  current,
  /// That hash XOR 0xdeadbeef.
  stale,
  /// The number in `runtime::ContainerStatus::hash`.
  given,
};

/// A container in back-off, and its duration.
struct GivenBackOff {
  std::string container;
  std::chrono::seconds delay{};
};

struct ObservedStatus {
  /// Hashes are only valid if they are `given`.
  runtime::PodStatus status;
  /// One for each of `status.containers`.
  std::vector<HashMark> hashes;
  /// Assumptions where a live pod's status is incomplete; clauses for users.
  std::vector<std::string> assumed{};
  /// Back-offs in a live pod's status; they do not affect a decision.
  std::vector<GivenBackOff> back_offs{};
  /// Images whose pull has failed.
  std::vector<std::string> missing_images{};
};

/// Reads {"ips", "sandboxes": [{"id", "state", "createdAt", "attempt", "ip", "hostNetwork"}], "containers": [{"id",
/// "name", "state", "exitCode", "createdAt", "startedAt", "finishedAt", "restartCount", "reason", "message", "hash",
/// "image", "imageID", "resources": {"requests", "limits"}}]}. Lists are newest first; times are Unix seconds; `hash`
/// is "current", "stale" or a number. Throws FormatError.
[[nodiscard]] ObservedStatus observed_status_from(const jsonl::JsonField& status);

/// Returns a state of the runtime for which the API shows this `pod.status`: the running and exited instances, and one
/// sandbox if any container was ever created or the pod has an IP. Containers are assumed to match the spec. The
/// sandbox has the id "sandbox", because the API does not show its id. If its state is unknown, it is ready until the
/// pod has ended.
[[nodiscard]] ObservedStatus observed_status_of(const api::Pod& pod);

/// Returns the status with all hashes set; `policy` is that of the kubelet under test. A container that is not in the
/// spec, and has no given hash, gets 4242.
[[nodiscard]] runtime::PodStatus with_hashes(const ObservedStatus& observed, const api::PodSpec& spec,
                                             const decide::Policy& policy);

}  // namespace podreel::batch

// What the runtime has of a pod, as the `status` of a recorded case says it, or as a live pod's own status implies it.
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

/// How a container's stored hash relates to the wanted one.
enum class HashMark : std::uint8_t {
  /// It is the one that the release under test computes.
  current,
  /// It is that one XOR 0xdeadbeef.
  stale,
  /// It is the number that stands in `runtime::ContainerStatus::hash`.
  given,
};

/// A container that is in back-off, and how long that takes.
struct GivenBackOff {
  std::string container;
  std::chrono::seconds delay{};
};

struct ObservedStatus {
  /// Hashes stand in here only where they are `given`.
  runtime::PodStatus status;
  /// One for each of `status.containers`.
  std::vector<HashMark> hashes;
  /// What a live pod's status leaves open, and what was taken for true: half sentences for people.
  std::vector<std::string> assumed{};
  /// What a live pod's status says of its back-offs; they are no part of a decision.
  std::vector<GivenBackOff> back_offs{};
  /// Images whose pull has failed.
  std::vector<std::string> missing_images{};
};

/// Reads {"ips", "sandboxes": [{"id", "state", "createdAt", "attempt", "ip", "hostNetwork"}], "containers": [{"id",
/// "name", "state", "exitCode", "createdAt", "startedAt", "finishedAt", "restartCount", "reason", "message", "hash",
/// "image", "imageID", "resources": {"requests", "limits"}}]}. Lists are newest first; times are Unix seconds; `hash`
/// is "current", "stale" or a number. Throws FormatError.
[[nodiscard]] ObservedStatus observed_status_from(const jsonl::JsonField& status);

/// What the runtime must have for the API to show this `pod.status`: the running and exited instances, and one sandbox
/// if any container was ever created or the pod has an IP. The containers are taken to be what the spec asks for. The
/// API does not tell the sandbox's id: it is called "sandbox". Where nothing tells whether it is ready, it is until the
/// pod has ended.
[[nodiscard]] ObservedStatus observed_status_of(const api::Pod& pod);

/// The status with all hashes filled in: `policy` is that of the kubelet under test. A container that is not in the
/// spec, whose hash is not given, gets 4242.
[[nodiscard]] runtime::PodStatus with_hashes(const ObservedStatus& observed, const api::PodSpec& spec,
                                             const decide::Policy& policy);

}  // namespace podreel::batch

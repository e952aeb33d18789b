// Texts that users see and that differ between releases. Texts that never changed are where they are used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"

namespace podreel::release {

// Starting containers.

/// Event "Created".
[[nodiscard]] std::string container_created(const Behaviour& behaviour, std::string_view container);
/// Event "Started".
[[nodiscard]] std::string container_started(const Behaviour& behaviour, std::string_view container);

/// Event "BackOff" of a crashing container; `pod` is "name_namespace(uid)".
[[nodiscard]] std::string restart_back_off_event(const Behaviour& behaviour, std::string_view container,
                                                 std::string_view pod);
/// The message beside CrashLoopBackOff.
[[nodiscard]] std::string restart_back_off_error(const Behaviour& behaviour, sim::Duration back_off,
                                                 std::string_view container, std::string_view pod);

/// Event "FailedPostStartHook" or "FailedPreStopHook"; `hook` is "PostStart" or "PreStop".
[[nodiscard]] std::string hook_failed(const Behaviour& behaviour, std::string_view hook, std::string_view error);

/// The error of a start whose PostStart hook failed.
[[nodiscard]] std::string post_start_error(const Behaviour& behaviour, std::string_view error);

// Killing containers.

/// Event "Killing" of a container that is stopped for `message`; empty: with its pod. `full_id` is "type://id".
[[nodiscard]] std::string killing_container(const Behaviour& behaviour, std::string_view container,
                                            std::string_view full_id, std::string_view message);

/// The error of a kill whose container the spec does not have.
[[nodiscard]] std::string container_without_spec(const Behaviour& behaviour, std::string_view container,
                                                 std::string_view full_id, std::string_view pod,
                                                 std::string_view message);

// Sandboxes.

/// The message beside CreatePodSandboxError.
[[nodiscard]] std::string sandbox_creation_error(const Behaviour& behaviour, std::string_view pod,
                                                 std::string_view error);
/// Event "FailedCreatePodSandBox".
[[nodiscard]] std::string sandbox_creation_event(const Behaviour& behaviour, std::string_view error);

// Volumes.

/// A wait that has ended too soon.
struct UnmountedVolumes {
  /// "name_namespace(uid)".
  std::string_view pod;
  std::string_view namespace_name;
  std::string_view name;
  std::vector<std::string> unmounted;
  /// All that the pod mounts.
  std::vector<std::string> all;
  /// Volumes among the unmounted ones that the node does not have yet.
  std::vector<std::string> unattached;
  /// Volumes among the unmounted ones for which the kubelet has no plugin.
  std::vector<std::string> without_plugin{};
};
/// Why a sync ends that has waited for volumes: there was no time left, or no plugin.
[[nodiscard]] std::string unmounted_volumes_error(const Behaviour& behaviour, const UnmountedVolumes& volumes);
/// Event "FailedMount" of the same.
[[nodiscard]] std::string unmounted_volumes_event(const Behaviour& behaviour, const UnmountedVolumes& volumes);
/// Why a sync of a pod that has ended fails that has waited for these volumes to be unmounted.
[[nodiscard]] std::string mounted_volumes_error(const Behaviour& behaviour, const std::vector<std::string>& volumes);

// The network.

/// Beside "network is not ready: "; `condition` is "NetworkReady=false reason:… message:…".
[[nodiscard]] std::string network_error(const Behaviour& behaviour, std::string_view condition);

/// Status of the runtime as a whole: "RuntimeReady=false …".
[[nodiscard]] std::string runtime_error(const Behaviour& behaviour, std::string_view condition);

/// Error of a kubelet that starts about a runtime whose status it has not asked for yet.
[[nodiscard]] std::string_view unchecked_runtime_error(const Behaviour& behaviour);

// Images.

[[nodiscard]] std::string unparsable_image_name(const Behaviour& behaviour, std::string_view image,
                                                std::string_view problem);
/// `repository` as in the normalised reference: "library/MyImage".
[[nodiscard]] std::string upper_case_repository(const Behaviour& behaviour, std::string_view repository);
[[nodiscard]] std::string pulling_image(const Behaviour& behaviour, std::string_view image);

/// Event "Pulled" of an image that did not have to be pulled.
[[nodiscard]] std::string image_present(const Behaviour& behaviour, std::string_view image);

struct PulledImage {
  std::string_view image;
  sim::Duration pulling{};
  /// From asking for the pull on: with the time spent in the queue.
  sim::Duration waiting_and_pulling{};
  std::int64_t size_bytes = 0;
};
[[nodiscard]] std::string image_pulled(const Behaviour& behaviour, const PulledImage& pulled);

/// The message beside ImagePullBackOff; `last_error` is "ErrImagePull: …" of the last attempt.
[[nodiscard]] std::string pull_back_off_error(const Behaviour& behaviour, std::string_view image,
                                              std::optional<std::string_view> last_error);

}  // namespace podreel::release

// The steps of one SyncPod: kubecontainer.PodSyncResult.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"

namespace podreel::sync {

/// kubecontainer.SyncAction.
enum class SyncAction : std::uint8_t {
  start_container,
  kill_container,
  create_pod_sandbox,
  config_pod_sandbox,
  kill_pod_sandbox,
  remove_container,
  resize_pod_in_place,
};

/// "StartContainer" …, as upstream names it.
[[nodiscard]] std::string_view to_string(SyncAction action) noexcept;

/// The errors of pkg/kubelet/container/sync_result.go, images/types.go and cri-api's errors, by their texts.
namespace reason {
inline constexpr std::string_view crash_loop_back_off = "CrashLoopBackOff";
inline constexpr std::string_view image_pull_back_off = "ImagePullBackOff";
inline constexpr std::string_view image_inspect_error = "ImageInspectError";
inline constexpr std::string_view image_pull_error = "ErrImagePull";
inline constexpr std::string_view image_never_pull = "ErrImageNeverPull";
inline constexpr std::string_view registry_unavailable = "RegistryUnavailable";
inline constexpr std::string_view signature_validation_failed = "SignatureValidationFailed";
inline constexpr std::string_view invalid_image_name = "InvalidImageName";
inline constexpr std::string_view create_container_config_error = "CreateContainerConfigError";
inline constexpr std::string_view create_container_error = "CreateContainerError";
inline constexpr std::string_view run_container_error = "RunContainerError";
inline constexpr std::string_view kill_container_error = "KillContainerError";
inline constexpr std::string_view post_start_hook_error = "PostStartHookError";
inline constexpr std::string_view remove_container_error = "RemoveContainerError";
inline constexpr std::string_view create_pod_sandbox_error = "CreatePodSandboxError";
inline constexpr std::string_view kill_pod_sandbox_error = "KillPodSandboxError";
inline constexpr std::string_view resize_pod_in_place_error = "ResizePodInPlaceError";
}  // namespace reason

/// A step that failed: `error` is one of `reason`'s texts, `message` says more.
struct SyncFailure {
  memory::Text error;
  memory::Text message;
  /// When the back-off ends that is the reason (kubecontainer.BackoffError, 1.35); no value for other errors.
  std::optional<sim::Time> back_off_ends{};
  friend bool operator==(const SyncFailure&, const SyncFailure&) = default;
};

struct SyncResult {
  SyncAction action = SyncAction::start_container;
  /// A container's name, a sandbox's id, a pod's UID or "name_namespace(uid)", by `action`.
  std::string target;
  std::optional<SyncFailure> failure;
  friend bool operator==(const SyncResult&, const SyncResult&) = default;
};

struct PodSyncResult {
  memory::RecycledVector<SyncResult> results;
  /// An error that belongs to no step.
  std::optional<std::string> sync_error;

  /// The added result; the reference holds until the next one is added.
  SyncResult& add(SyncAction action, std::string target);
  void append(PodSyncResult other);
  [[nodiscard]] bool failed() const noexcept;

  /// The first end of the back-offs among the failures (kubecontainer.MinBackoffExpiration).
  [[nodiscard]] std::optional<sim::Time> min_back_off_expiration() const noexcept;

  /// PodSyncResult.Error(): all errors as the kubelet logs and reports them; nothing if there was none.
  [[nodiscard]] std::optional<std::string> error_text(const release::Behaviour& behaviour) const;
  friend bool operator==(const PodSyncResult&, const PodSyncResult&) = default;
};

}  // namespace podreel::sync

// The decision of 1.2 to 1.7: upstream's computePodContainerChanges and its companions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/decide/pod_actions.hpp"

namespace podreel::decide {

/// Why a container is started. Upstream keeps the message only, which for `dead` and `sandbox_dead` prints the
/// container as a Go struct; podreel's message has the container's name in its place.
enum class StartReason : std::uint8_t { dead, sandbox_dead, init_failed, definition_changed, unhealthy };

struct ContainerToStart {
  StartReason reason = StartReason::dead;
  std::string message;
  friend bool operator==(const ContainerToStart&, const ContainerToStart&) = default;
};

/// Result of findNextInitContainerToRun for the same status; SyncPod calls it after its kills.
struct NextInit {
  std::optional<std::size_t> next;
  /// The container id of the last failed one; empty if none failed.
  std::string failed_id;
  bool done = false;
  friend bool operator==(const NextInit&, const NextInit&) = default;
};

/// kuberuntime.podContainerSpecChanges. Indices count within the spec's list of that kind; ids are container ids.
struct PodContainerChanges {
  bool create_sandbox = false;
  std::string sandbox_id;
  std::uint32_t attempt = 0;
  std::map<std::size_t, ContainerToStart> containers_to_start;
  std::map<std::string, std::size_t, std::less<>> containers_to_keep;
  std::map<std::string, std::size_t, std::less<>> init_containers_to_keep;
  /// Every running container that is not kept, in the order of the status; also those that are not in the spec.
  std::vector<ContainerToKill> containers_to_kill;
  bool init_failed = false;
  NextInit next_init;
  friend bool operator==(const PodContainerChanges&, const PodContainerChanges&) = default;
};

[[nodiscard]] PodContainerChanges compute_pod_container_changes(const Observed& observed, Reasons* reasons = nullptr);

/// Converts the decision of that generation's SyncPod to the actions of the later one. The pod is killed if its
/// sandbox is replaced or nothing is kept and started; a sandbox is created only to start something in it. Init
/// containers do not run again in a new sandbox (kubernetes/kubernetes#36485).
[[nodiscard]] PodActions to_pod_actions(const PodContainerChanges& changes, api::RestartPolicy restart_policy);

}  // namespace podreel::decide

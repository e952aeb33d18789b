// Stopping containers and pods.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/decide/kill_reason.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/sync_context.hpp"
#include "engine/sync/termination_order.hpp"

namespace podreel::sync {

/// Minimum grace period in seconds, whatever was requested.
inline constexpr std::int64_t minimum_grace_period_seconds = 2;

struct ContainerKill {
  /// Null where the kubelet has no spec of the pod: then the runtime's record of the container is used.
  api::PodPtr pod;
  std::string id;
  std::string name;
  /// For the event; empty: the container goes with its pod.
  std::string message;
  /// Decides about a probe's own grace period.
  std::string reason;
  /// Seconds, in place of the pod's grace period.
  std::optional<std::int64_t> grace_override;
  /// Null: at once.
  std::shared_ptr<TerminationOrder> order;
};

/// killContainer: event Killing, PreStop hook, StopContainer. The grace period is the override, else that of the
/// deletion, else that of the probe that failed, else the pod's; the time of the hook and of waiting for one's turn is
/// taken off, and 2 s remain at least. A hook that outlasts the grace period continues on its own: its failure is
/// reported when it ends. `context` must outlive the call and such hooks.
[[nodiscard]] sim::Task<runtime::Result<>> kill_container(SyncContext& context, ContainerKill kill);

/// killPodWithSyncResult: all containers of `running` in parallel, in an order that nobody decides (choice "kill-order"
/// of the pod; sidecars one after another from 1.29 on), then every sandbox, whether or not the containers could be
/// stopped. `pod` is null for a pod whose spec the kubelet does not have; `grace_override` is that of a termination
/// (SyncTerminatingPod) or of an orphan (1 s).
[[nodiscard]] sim::Task<PodSyncResult> kill_pod(SyncContext& context, api::PodPtr pod, runtime::RunningPod running,
                                                std::optional<std::int64_t> grace_override);

/// kubecontainer.ConvertPodStatusToRunningPod: the running containers and all sandboxes, newest first.
[[nodiscard]] runtime::RunningPod running_pod_of(const runtime::PodStatus& status);

/// The type that container ids have in messages: "containerd://<id>".
[[nodiscard]] std::string full_container_id(std::string_view id);

}  // namespace podreel::sync

// Everything that a pod's reported status is made of.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_actions.hpp"
#include "engine/kubelet/allocation/resize_conditions.hpp"
#include "engine/kubelet/prober/probe_result_provider.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/pod_cgroups.hpp"

namespace podreel::kubelet {

/// Why a container could not be started: an entry of the reason cache.
struct StartFailure {
  /// "CrashLoopBackOff", "ErrImagePull" …
  memory::Text error;
  memory::Text message;
};

/// The pod's entry in the reason cache for a container, if there is one.
using StartFailures = std::function<std::optional<StartFailure>(std::string_view container_name)>;

/// Verdict of a lifecycle.PodSyncHandler: the pod fails (deadline, eviction).
struct Eviction {
  std::string reason;
  std::string message;
};

/// The progress of an in-place restart of all containers (1.35, KEP-5532).
enum class RestartOfAll : std::uint8_t { none, under_way, cleaned_up };

/// The references must stay valid during the call that takes them only.
struct StatusInputs {
  /// The pod with the status that the API has.
  const api::Pod& pod;
  const runtime::PodStatus& observed;
  /// The status manager's status of the pod; the API's if it has none.
  const api::PodStatus& previous;
  const StartFailures& start_failures;
  const ProbeResultProvider& probes;
  const release::Behaviour& behaviour;
  /// The node's addresses; empty if the node has none yet.
  const api::IpList& node_ips;
  /// No container of the pod will be started again (SyncTerminatingPod, or SyncPod of a finished pod).
  bool pod_is_terminal = false;
  std::optional<Eviction> eviction;
  RestartOfAll restart_of_all = RestartOfAll::none;
  sim::Time kubelet_started_at{};
  /// Null: nothing of the pod is being resized.
  const PodResizeConditions* resize = nullptr;
  /// In whose containers the resources are that the pod has been allocated; null: in those of the pod.
  const api::PodSpec* allocation = nullptr;
  /// Those of the node; null: their text is unknown.
  const sync::ContainerLogs* logs = nullptr;
  /// Resources that the kubelet last actuated; null if it has no record of them.
  const decide::ActuatedResources* actuated = nullptr;
  /// No value: the pod has none yet.
  std::optional<sync::PodCgroup> cgroup = {};
  /// Receives the steps; null if they are not wanted.
  decide::Reasons* reasons = nullptr;
};

}  // namespace podreel::kubelet

// What SyncPod needs of the kubelet around it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/decide/policy.hpp"
#include "engine/sync/backoff.hpp"
#include "engine/sync/environment.hpp"
#include "engine/sync/pod_state_provider.hpp"

namespace podreel::sync {

class ActuatedResources;
class ContainerLogs;
class ImagePuller;
class PodCgroups;

/// Why the kubelet cannot put together a container's configuration (a ConfigMap that is not there, the pod's directory
/// gone): the text beside CreateContainerConfigError.
using ConfigProblem = std::function<std::optional<std::string>(const api::Pod& pod, const api::Container& container)>;

/// What a sync starts.
enum class StartStep : std::uint8_t { sandbox, container };

/// Everything here belongs to the kubelet process and outlives its syncs. Only functions whose
/// comment says so may be empty.
struct SyncContext : Environment {
  Backoff& crash_backoff;
  ImagePuller& images;
  const decide::ProbeResults& liveness;
  const decide::ProbeResults& startup;
  const decide::Policy& policy;
  const PodStateProvider& pod_states;
  ConfigProblem config_problem;
  /// RuntimeHelper.OnPodSandboxReady (1.36): the sandbox is up, and nothing has been started in it. May be empty.
  std::function<void(const api::PodPtr& pod)> on_sandbox_ready = {};
  /// How long it takes from a call that changes what runs to what the sync does next, where that matters: the runtime's
  /// events race it. May be empty.
  std::function<sim::Duration()> call_return = {};
  /// How long it takes from a sync's beginning to the first thing of a kind that it starts; empty: no time.
  std::function<sim::Duration(StartStep)> start_latency = {};
  /// Null: what containers are given is not noted.
  ActuatedResources* actuated = nullptr;
  PodCgroups* cgroups = nullptr;
  /// Null: containers leave none.
  ContainerLogs* logs = nullptr;
  /// SetPodWatchCondition: the pod is to be looked at again with the next relist, though nothing may have changed. May
  /// be empty.
  std::function<void(const memory::Text& pod_uid)> reinspect = {};
  /// Containers that are out of memory die as a whole.
  bool oom_kills_group = false;
};

}  // namespace podreel::sync

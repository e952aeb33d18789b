// The kubelet around a SyncPod.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/decide/policy.hpp"
#include "engine/sync/backoff.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::sync {

class ActuatedResources;
class ContainerLogManager;
class ContainerLogs;
class ImagePuller;
class PodCgroups;

/// Steps of a sync before which time passes: its first kill, a sandbox, its first container, and the creation of each
/// container.
enum class TimedStep : std::uint8_t { kill, sandbox, container, creation };

/// kubecontainer.RuntimeHelper: what a sync asks of the kubelet that it is a part of.
class RuntimeHelper {
 public:
  virtual ~RuntimeHelper() = default;

  /// Why a container's configuration cannot be put together (a ConfigMap that is not there, the pod's directory gone):
  /// the text beside CreateContainerConfigError.
  [[nodiscard]] virtual std::optional<std::string> config_problem(const api::Pod& /*pod*/,
                                                                  const api::Container& /*container*/) const {
    return std::nullopt;
  }
  /// OnPodSandboxReady (1.36): the sandbox is up, and nothing has been started in it.
  virtual void on_pod_sandbox_ready(const api::PodPtr& /*pod*/) {}
  /// SetPodWatchCondition: the pod is to be looked at again with the next relist, though nothing may have changed.
  virtual void set_pod_watch_condition(const memory::Text& /*pod_uid*/) {}
  /// Time from a call that changes what runs to what the sync does next, where that matters: the runtime's events race
  /// it.
  [[nodiscard]] virtual std::optional<sim::Duration> draw_call_return() { return std::nullopt; }
  /// Draws the time that passes before a step. No value: the step follows at once.
  [[nodiscard]] virtual std::optional<sim::Duration> draw_latency(TimedStep /*step*/) { return std::nullopt; }
};

/// Everything here belongs to the kubelet process and outlives its syncs.
struct SyncContext : SyncDependencies {
  Backoff& crash_backoff;
  ImagePuller& images;
  const decide::ProbeResults& liveness;
  const decide::ProbeResults& startup;
  const decide::Policy& policy;
  const PodStateProvider& pod_states;
  RuntimeHelper& helper;
  ContainerLogManager& log_manager;
  /// Null: what containers are given is not noted.
  ActuatedResources* actuated = nullptr;
  PodCgroups* cgroups = nullptr;
  /// Null: containers leave none.
  ContainerLogs* logs = nullptr;
  /// Containers that are out of memory die as a whole.
  bool oom_kills_group = false;
};

}  // namespace podreel::sync

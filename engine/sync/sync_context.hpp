// What SyncPod needs of the kubelet around it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/decide/policy.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sync/backoff.hpp"
#include "engine/sync/events.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::sync {

class ImagePuller;

/// Why the kubelet cannot put together a container's configuration (a ConfigMap that is not there, the pod's directory
/// gone): the text beside CreateContainerConfigError.
using ConfigProblem = std::function<std::optional<std::string>(const api::Pod& pod, const api::Container& container)>;

/// What a sync starts.
enum class StartStep : std::uint8_t { sandbox, container };

/// Everything here belongs to the kubelet process and outlives its syncs. Only functions whose
/// comment says so may be empty.
struct SyncContext {
  const sim::Process& process;
  timing::Timing& timing;
  runtime::Runtime& runtime;
  const release::Behaviour& behaviour;
  EventRecorder& events;
  Backoff& crash_backoff;
  ImagePuller& images;
  const decide::ProbeResults& liveness;
  const decide::ProbeResults& startup;
  const decide::Policy& policy;
  /// podStateProvider.IsPodTerminationRequested, by pod UID.
  std::function<bool(const api::Text& pod_uid)> is_termination_requested;
  ConfigProblem config_problem;
  /// RuntimeHelper.OnPodSandboxReady (1.36): the sandbox is up, and nothing has been started in it. May be empty.
  std::function<void(const api::PodPtr& pod)> on_sandbox_ready = {};
  /// How long it takes from a sync's beginning to the first thing of a kind that it starts; empty: no time.
  std::function<sim::Duration(StartStep)> start_latency = {};
};

}  // namespace podreel::sync

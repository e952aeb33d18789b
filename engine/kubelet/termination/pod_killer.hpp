// Kills pods beside their workers, or without them.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/api/pod.hpp"
#include "engine/runtime_objects.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// Kubelet.podKiller (pkg/kubelet/kubelet_pods.go up to 1.21): one kill of a pod at a time. What fails is not tried
/// again here: housekeeping finds the pod again.
class PodKiller {
 public:
  /// `pod` is null where the runtime alone knows the pod.
  using KillPod = std::function<sim::Task<>(api::PodPtr pod, runtime::RunningPod running)>;

  PodKiller(const sim::Process& process, KillPod kill_pod) : process_{process}, kill_pod_{std::move(kill_pod)} {}

  /// Does nothing if the pod is being killed already.
  void kill(api::PodPtr pod, runtime::RunningPod running);

  /// The static pod has its name until it has been killed, or gives it up (MarkMirrorPodPendingTermination).
  void reserve_name(const api::Pod& pod);
  void release_name(const memory::Text& uid);
  [[nodiscard]] bool has_reserved_name_of(const api::Pod& pod) const;

 private:
  sim::Task<> run(api::PodPtr pod, runtime::RunningPod running);

  const sim::Process& process_;
  KillPod kill_pod_;
  std::set<memory::Text> killing_;
  /// UIDs by "namespace/name".
  std::map<std::string, memory::Text, std::less<>> reserved_names_;
};

}  // namespace podreel::kubelet

// The container runtime as a kubelet sees it: a CRI-shaped asynchronous interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime_objects.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"

namespace podreel::runtime {

/// Sandboxes of pods (cri-api's PodSandboxManager).
class PodSandboxManager {
 public:
  virtual ~PodSandboxManager() = default;

  /// Returns the new sandbox's id.
  virtual sim::Task<Result<memory::Text>> run_pod_sandbox(const sim::Process& caller, SandboxConfig config) = 0;
  virtual sim::Task<Result<>> stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) = 0;
  virtual sim::Task<Result<>> remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) = 0;
  virtual sim::Task<Result<SandboxStatus>> pod_sandbox_status(const sim::Process& caller, memory::Text sandbox_id) = 0;
  /// Updates the resources of the pod as a whole (1.33). Some runtimes ignore it.
  virtual sim::Task<Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                           api::LinuxResources resources);
};

/// Containers in sandboxes (cri-api's ContainerManager).
class ContainerManager {
 public:
  virtual ~ContainerManager() = default;

  /// Returns the new container's id.
  virtual sim::Task<Result<memory::Text>> create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                           ContainerConfig config) = 0;
  virtual sim::Task<Result<>> start_container(const sim::Process& caller, memory::Text container_id) = 0;
  /// SIGTERM, then SIGKILL after `timeout`. Completes when the container has exited.
  virtual sim::Task<Result<>> stop_container(const sim::Process& caller, memory::Text container_id,
                                             sim::Duration timeout) = 0;
  virtual sim::Task<Result<>> remove_container(const sim::Process& caller, memory::Text container_id) = 0;
  /// CRI ContainerStatus as a kubelet asks for it before it removes a container, to find its logs. Only whether the
  /// container is there matters; a runtime that does not override this knows every container.
  virtual sim::Task<Result<>> container_status(const sim::Process& caller, memory::Text container_id);
  /// CRI ListContainers as a kubelet's log manager asks for it. Returns the ids of the containers that run; none, where
  /// it is not overridden.
  virtual sim::Task<Result<std::vector<memory::Text>>> list_running_containers(const sim::Process& caller);
  /// In-place resize (KEP-1287).
  virtual sim::Task<Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                         api::LinuxResources resources) = 0;

  /// State that a kubelet without the pod's spec reads from its containers' labels and annotations.
  [[nodiscard]] virtual std::optional<ContainerConfig> stored_config(std::string_view container_id) const = 0;
};

/// Interface for probes and lifecycle hooks: commands in containers (kubecontainer.CommandRunner), and requests over
/// the pod's network.
class CommandRunner {
 public:
  virtual ~CommandRunner() = default;

  /// `timeout` zero: unbounded.
  virtual sim::Task<Result<ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                                  std::vector<std::string> command, sim::Duration timeout) = 0;

  /// Probes over the pod's network. The answer is that of the pod's scripted endpoint.
  struct NetworkProbe {
    enum class Kind : std::uint8_t { http, tcp, grpc };
    Kind kind = Kind::http;
    api::HttpGetAction http;
    std::int32_t port = 0;
    std::string service;
  };
  struct NetworkAnswer {
    /// HTTP status, or for tcp and grpc 0 if it answered well.
    std::int32_t status = 0;
    std::string output;
    bool timed_out = false;
    bool refused = false;
  };
  virtual sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id,
                                                 NetworkProbe probe, sim::Duration timeout) = 0;

  /// Answer that takes no time and is the same until then, unless a change of the pod is reported before (ChangeFeed).
  template <class Answer>
  struct SteadyAnswer {
    Answer answer;
    sim::Time until;
  };
  /// Returns the answer that a container repeats to such a probe, or command, from now on. No value: the answer is
  /// unknown until the request is made, or the request has side effects.
  [[nodiscard]] virtual std::optional<SteadyAnswer<NetworkAnswer>> steady_network_answer(
      const memory::Text& /*container_id*/, NetworkProbe::Kind /*kind*/) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::optional<SteadyAnswer<ExecResult>> steady_exec_answer(
      const memory::Text& /*container_id*/, const std::vector<std::string>& /*command*/) const {
    return std::nullopt;
  }
};

/// The node's images (cri-api's ImageManagerService).
class ImageManagerService {
 public:
  virtual ~ImageManagerService() = default;

  /// No value: the image is not present.
  virtual sim::Task<Result<std::optional<ImageStatus>>> image_status(const sim::Process& caller,
                                                                     memory::Text image) = 0;
  /// Returns the image's id.
  virtual sim::Task<Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image,
                                                     api::PodPtr pod) = 0;
  /// The images that can be removed; none, where it is not overridden.
  virtual sim::Task<Result<std::vector<ImageSummary>>> list_images(const sim::Process& caller);
  virtual sim::Task<Result<>> remove_image(const sim::Process& caller, memory::Text image);
  /// No value: there is space for every image.
  [[nodiscard]] virtual std::optional<FilesystemUsage> image_filesystem() const { return std::nullopt; }
};

/// Usage of pods and the node (the kubelet's stats.Provider).
class StatsProvider {
 public:
  virtual ~StatsProvider() = default;

  /// CRI PodSandboxStats; nothing in use, where it is not overridden.
  [[nodiscard]] virtual MemoryUsage memory_usage(const memory::Text& /*pod_uid*/) const { return {}; }
  /// Usage of the node; no value: it is not measured, and nothing is ever short.
  [[nodiscard]] virtual std::optional<NodeUsage> node_usage() const { return std::nullopt; }
  /// By container of the pod, in the order of their names.
  [[nodiscard]] virtual std::vector<ContainerUsage> container_usage(const memory::Text& /*pod_uid*/) const {
    return {};
  }
  /// When usage changes next although no container starts or ends; no value: never.
  [[nodiscard]] virtual std::optional<sim::Time> next_usage_change() const { return std::nullopt; }
};

/// Pods as kuberuntime makes them of the lists of sandboxes and containers (kubecontainer.Runtime's GetPods and
/// GetPodStatus).
class PodLister {
 public:
  virtual ~PodLister() = default;

  /// A relist: all pods known to the runtime, in the order of their UIDs. `all` includes what no longer runs.
  virtual sim::Task<Result<std::vector<RunningPod>>> get_pods(const sim::Process& caller, bool all) = 0;
  /// One pod as a relist sees it; neither containers nor sandboxes for a pod that is not there. A runtime that does not
  /// override this lists all.
  virtual sim::Task<Result<RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid);
  virtual sim::Task<Result<PodStatusPtr>> get_pod_status(const sim::Process& caller, memory::Text pod_uid) = 0;
};

/// The runtime and image services of CRI, with what kuberuntime makes of their lists. Every call completes on the
/// caller's process, at the simulated instant at which the real call would return; a caller that has ended never
/// receives it, while the runtime continues.
class Runtime : public PodSandboxManager,
                public ContainerManager,
                public CommandRunner,
                public ImageManagerService,
                public StatsProvider,
                public PodLister {
 public:
  /// CRI Version, of which only matters that it answers; at once, where it is not overridden.
  virtual sim::Task<Result<>> version(const sim::Process& caller);
  /// CRI Status: returns when the runtime answers.
  virtual sim::Task<Result<RuntimeStatus>> status(const sim::Process& caller) = 0;
};

}  // namespace podreel::runtime

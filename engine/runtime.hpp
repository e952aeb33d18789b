// The container runtime as a kubelet sees it: a CRI-shaped asynchronous interface, and what it reports.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/sim/task.hpp"

namespace podreel::runtime {

/// What a failed runtime call says.
struct Error {
  std::string message;
  /// gRPC's NotFound: what the call was about is not there (any more).
  bool not_found = false;
  friend bool operator==(const Error&, const Error&) = default;
};

[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

/// The description of a gRPC status ("rpc error: code = Unknown desc = …"); any other text as it is.
[[nodiscard]] std::string status_description(const Error& error);
/// The same for a status of code Unknown only: a code that says something is kept.
[[nodiscard]] std::string without_unknown_code(const Error& error);

template <class T = void>
using Result = boost::system::result<T, Error>;

enum class SandboxState : std::uint8_t { ready, not_ready };
enum class ContainerState : std::uint8_t { created, running, exited, unknown };

[[nodiscard]] std::string_view to_string(ContainerState state) noexcept;

/// CRI PodSandboxStatus.
struct SandboxStatus {
  api::Text id;
  SandboxState state = SandboxState::ready;
  sim::Time created_at{};
  std::uint32_t attempt = 0;
  /// No value: the status carries no network message (upstream panicked on that up to 1.24). May be empty.
  std::optional<api::Text> ip;
  bool host_network = false;
  friend bool operator==(const SandboxStatus&, const SandboxStatus&) = default;
};

/// kubecontainer.Status: one instance of a container.
struct ContainerStatus {
  api::Text id;
  api::Text name;
  api::Text sandbox_id;
  ContainerState state = ContainerState::created;
  sim::Time created_at{};
  sim::Time started_at{};
  sim::Time finished_at{};
  std::int32_t exit_code = 0;
  std::int32_t restart_count = 0;
  api::Text image;
  api::Text image_id;
  api::Text reason;
  api::Text message;
  /// Stored when the container was created: identity of its spec under the kubelet of that time.
  std::uint64_t hash = 0;
  /// The container's spec, where the kubelet that created it stored that, too (identity policy serialized-spec).
  std::shared_ptr<const nlohmann::json> stored_spec;
  /// Requests and limits that the runtime applied; absent where it does not tell.
  api::BoxedOptional<std::pair<api::ResourceList, api::ResourceList>> resources;
  friend bool operator==(const ContainerStatus&, const ContainerStatus&) = default;
};

/// kubecontainer.PodStatus: everything the runtime has of one pod. Both lists are newest first.
struct PodStatus {
  api::Text uid;
  api::Text name;
  api::Text namespace_name;
  std::vector<api::Text> ips;
  std::vector<SandboxStatus> sandboxes;
  std::vector<ContainerStatus> containers;
  /// When this was observed (`kubecontainer.PodStatus.TimeStamp`).
  sim::Time observed_at{};

  /// The newest instance of a container; null if there is none.
  [[nodiscard]] const ContainerStatus* find(std::string_view container_name) const noexcept;
};

using PodStatusPtr = std::shared_ptr<const PodStatus>;

/// What the relist loop needs of a sandbox or container, without asking for its status.
struct SandboxSummary {
  api::Text id;
  api::Text pod_uid;
  SandboxState state = SandboxState::ready;
};
struct ContainerSummary {
  api::Text id;
  api::Text name;
  api::Text pod_uid;
  ContainerState state = ContainerState::created;
};
/// kubecontainer.Pod: one pod of a relist.
struct RunningPod {
  api::Text uid{};
  api::Text name{};
  api::Text namespace_name{};
  std::vector<ContainerSummary> containers{};
  std::vector<SandboxSummary> sandboxes{};
};

struct SandboxConfig {
  api::PodPtr pod;
  std::uint32_t attempt = 0;
};

/// Which form of identity a kubelet stored with a container (engine/identity/policy.hpp).
struct ContainerConfig {
  /// Owned by the caller until the call completes.
  api::PodPtr pod;
  std::string name;
  std::string image;
  std::string image_id;
  std::uint32_t attempt = 0;
  /// Annotation io.kubernetes.container.hash.
  std::uint64_t hash = 0;
  /// The spec to keep with the container; null where the kubelet stores none.
  std::shared_ptr<const nlohmann::json> stored_spec;
  /// Annotation io.kubernetes.pod.terminationGracePeriod and its companions, in seconds.
  std::int64_t pod_termination_grace_period_seconds = 30;
  std::optional<std::int64_t> pod_deletion_grace_period_seconds;
  /// Annotation io.kubernetes.container.preStopHandler: how a kubelet without the pod's spec knows the hook.
  std::optional<api::Handler> pre_stop;
  api::ContainerKind kind = api::ContainerKind::regular;
};

struct ExecResult {
  std::int32_t exit_code = 0;
  std::string output;
  /// The command ran longer than it was given.
  bool timed_out = false;
};

struct ImageStatus {
  std::string id;
  std::int64_t size_bytes = 0;
};

struct ImageSummary {
  /// As containers write it.
  std::string name;
  std::int64_t size_bytes = 0;
};

/// CRI ImageFsInfo and the statistics of the node.
struct FilesystemUsage {
  std::int64_t capacity_bytes = 0;
  std::int64_t available_bytes = 0;
};

/// The runtime and image services of CRI. Every call completes on the caller's process, at the simulated instant at
/// which the real call would return; a caller that has ended never hears of it, while the runtime goes on.
class Runtime {
 public:
  virtual ~Runtime() = default;

  /// Returns the new sandbox's id.
  virtual sim::Task<Result<std::string>> run_pod_sandbox(const sim::Process& caller, SandboxConfig config) = 0;
  virtual sim::Task<Result<>> stop_pod_sandbox(const sim::Process& caller, std::string sandbox_id) = 0;
  virtual sim::Task<Result<>> remove_pod_sandbox(const sim::Process& caller, std::string sandbox_id) = 0;
  virtual sim::Task<Result<SandboxStatus>> pod_sandbox_status(const sim::Process& caller, std::string sandbox_id) = 0;

  /// Returns the new container's id.
  virtual sim::Task<Result<std::string>> create_container(const sim::Process& caller, std::string sandbox_id,
                                                          ContainerConfig config) = 0;
  virtual sim::Task<Result<>> start_container(const sim::Process& caller, std::string container_id) = 0;
  /// SIGTERM, then SIGKILL after `timeout`. Completes when the container has exited.
  virtual sim::Task<Result<>> stop_container(const sim::Process& caller, std::string container_id,
                                             sim::Duration timeout) = 0;
  virtual sim::Task<Result<>> remove_container(const sim::Process& caller, std::string container_id) = 0;
  /// CRI ContainerStatus as a kubelet asks for it before it removes a container, to find its logs. Only whether the
  /// container is there matters; a runtime that does not override this knows every container.
  virtual sim::Task<Result<>> container_status(const sim::Process& caller, std::string container_id);
  /// `timeout` zero: unbounded.
  virtual sim::Task<Result<ExecResult>> exec_sync(const sim::Process& caller, std::string container_id,
                                                  std::vector<std::string> command, sim::Duration timeout) = 0;
  /// In-place resize (KEP-1287).
  virtual sim::Task<Result<>> update_container_resources(const sim::Process& caller, std::string container_id,
                                                         api::ResourceList requests, api::ResourceList limits) = 0;

  /// No value: the image is not present.
  virtual sim::Task<Result<std::optional<ImageStatus>>> image_status(const sim::Process& caller, std::string image) = 0;
  /// Returns the image's id.
  virtual sim::Task<Result<std::string>> pull_image(const sim::Process& caller, std::string image, api::PodPtr pod) = 0;
  /// The images that can be removed; none, where it is not overridden.
  virtual sim::Task<Result<std::vector<ImageSummary>>> list_images(const sim::Process& caller);
  virtual sim::Task<Result<>> remove_image(const sim::Process& caller, std::string image);
  /// No value: there is space for every image.
  [[nodiscard]] virtual std::optional<FilesystemUsage> image_filesystem() const { return std::nullopt; }

  /// CRI Status: returns when the runtime answers.
  virtual sim::Task<Result<>> status(const sim::Process& caller) = 0;

  /// A relist: all pods known to the runtime, in the order of their UIDs. `all` includes what no longer runs.
  virtual sim::Task<Result<std::vector<RunningPod>>> get_pods(const sim::Process& caller, bool all) = 0;
  virtual sim::Task<Result<PodStatusPtr>> get_pod_status(const sim::Process& caller, std::string pod_uid) = 0;

  /// What a kubelet that has no spec of a pod can learn from its containers' labels and annotations.
  [[nodiscard]] virtual std::optional<ContainerConfig> stored_config(std::string_view container_id) const = 0;

  /// Grows with every change that a relist could observe. While it stands still, a relist cannot see anything new.
  [[nodiscard]] virtual std::uint64_t observable_version() const noexcept = 0;
  /// False while calls hang or take time: then a relist has to be executed to know what it does.
  [[nodiscard]] virtual bool relist_is_instant() const noexcept = 0;
  /// Called at every change of either of the two, and must not call the runtime back at once. Listeners stay until the
  /// runtime is destroyed.
  virtual void on_observable_change(std::function<void()> listener) = 0;
  /// What an instant relist would see of the pods that changed after `version`, in the order of their UIDs; one that
  /// has gone has neither containers nor sandboxes. No value: the runtime cannot tell, list all.
  [[nodiscard]] virtual std::optional<std::vector<RunningPod>> pods_changed_since(std::uint64_t /*version*/) const {
    return std::nullopt;
  }

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
  virtual sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, std::string container_id,
                                                 NetworkProbe probe, sim::Duration timeout) = 0;
};

}  // namespace podreel::runtime

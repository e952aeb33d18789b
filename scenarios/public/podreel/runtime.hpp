// Container runtimes of your own: the calls by which a simulated kubelet drives them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace podreel {

/// The simulated clock of one run. Only for use while the run goes on: not from a destructor.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  /// Destroys the clock.
  virtual ~Clock();

  /// Returns the simulated time since the run began. It does not pass while code runs.
  [[nodiscard]] virtual std::chrono::nanoseconds now() const = 0;

  /// Calls `callback` after `delay` of simulated time. Callbacks of one instant are called in the order in which they
  /// were scheduled; a delay of zero or less means the current instant, after all that is already due. A callback that
  /// is pending when the run ends is destroyed without a call.
  virtual void after(std::chrono::nanoseconds delay, std::function<void()> callback) = 0;
};

/// The failure of a runtime call (a gRPC status).
struct RuntimeError {
  /// Text that the kubelet puts into events and statuses.
  std::string message{};
  /// Whether the failure is gRPC's NotFound: the object of the call does not exist.
  bool is_not_found = false;
};

/// The value of a call that returns nothing.
struct Done {};

/// The result of a runtime call.
template <class Value>
using RuntimeResult = std::variant<Value, RuntimeError>;

/// Completes a runtime call: call it once, at once or from a callback of the clock. Further calls have no effect, nor
/// has a call after the kubelet has timed out or stopped. Without a call, the kubelet times out after its
/// runtimeRequestTimeout (2 minutes by default) with gRPC's DeadlineExceeded, as on a real node.
template <class Value>
using Reply = std::function<void(RuntimeResult<Value>)>;

/// States of a sandbox (CRI PodSandboxState).
enum class SandboxState : std::uint8_t {
  /// SANDBOX_READY.
  ready,
  /// SANDBOX_NOTREADY.
  not_ready,
};

/// States of a container (CRI ContainerState).
enum class ContainerState : std::uint8_t {
  /// CONTAINER_CREATED.
  created,
  /// CONTAINER_RUNNING.
  running,
  /// CONTAINER_EXITED.
  exited,
  /// CONTAINER_UNKNOWN.
  unknown,
};

/// The sandbox to create (CRI PodSandboxConfig).
struct SandboxConfig {
  /// Namespace of the pod.
  std::string namespace_name;
  /// Name of the pod.
  std::string name;
  /// UID of the pod.
  std::string uid;
  /// Number of sandboxes of this pod before it.
  std::uint32_t attempt = 0;
};

/// The container to create (CRI ContainerConfig).
struct ContainerConfig {
  /// Name of the container in the pod's spec.
  std::string name;
  /// Id of the image, as image_status() or pull_image() replied it.
  std::string image_id;
  /// Number of instances of this container before it.
  std::uint32_t attempt = 0;
  /// v1.Container as the API server stores it, with command, arguments and environment.
  std::shared_ptr<const nlohmann::json> spec;
};

/// A sandbox that the runtime has (CRI PodSandboxStatus).
struct RuntimeSandbox {
  /// Id that run_pod_sandbox() returned.
  std::string id{};
  /// State at this instant.
  SandboxState state = SandboxState::ready;
  /// Time of its creation since the run began.
  std::chrono::nanoseconds created_at{};
  /// IP address of the pod; empty if it has none.
  std::string ip{};
};

/// A container that the runtime has (CRI ContainerStatus).
struct RuntimeContainer {
  /// Id that create_container() returned.
  std::string id{};
  /// State at this instant.
  ContainerState state = ContainerState::created;
  /// Time of its creation since the run began.
  std::chrono::nanoseconds created_at{};
  /// Time of its start since the run began, once it has been started.
  std::chrono::nanoseconds started_at{};
  /// Time of its end since the run began, once it has exited.
  std::chrono::nanoseconds finished_at{};
  /// Exit code, 0 … 255, once it has exited.
  int exit_code = 0;
  /// Reason of its end for `kubectl describe`, as in "OOMKilled". Empty: "Completed" or "Error", by the exit code.
  std::string reason{};
};

/// All sandboxes and containers that the runtime has, also those that have ended and are not removed, oldest first.
struct RuntimeInventory {
  /// Sandboxes in the order of their creation.
  std::vector<RuntimeSandbox> sandboxes{};
  /// Containers in the order of their creation.
  std::vector<RuntimeContainer> containers{};
};

/// An image that the runtime has (CRI Image).
struct RuntimeImage {
  /// Id of the image, as in "sha256:4c8f…".
  std::string id{};
  /// Size in bytes, as the event "Pulled" reports it.
  std::int64_t size_bytes = 0;
};

/// The result of a command in a container (CRI ExecSyncResponse).
struct ExecResult {
  /// Exit code, 0 … 255.
  int exit_code = 0;
  /// Standard output and standard error.
  std::string output{};
};

/// A probe over the network of a pod.
struct NetworkProbe {
  /// Kinds of network probes.
  enum class Kind : std::uint8_t {
    /// httpGet.
    http,
    /// tcpSocket.
    tcp,
    /// grpc.
    grpc,
  };
  /// Kind of the probe.
  Kind kind = Kind::http;
  /// Port, 1 … 65535.
  int port = 0;
  /// Path of an httpGet probe; empty for others.
  std::string path;
};

/// The answer to a network probe.
struct ProbeAnswer {
  /// HTTP status of an httpGet probe: 200 … 399 is a success. Otherwise gRPC's health or 0: 0 is a success.
  int status = 0;
  /// Whether the connection was refused.
  bool is_refused = false;
};

/// A container runtime that a simulated kubelet uses (CRI RuntimeService and ImageService). ReplayOptions::runtime
/// creates one for each run. The kubelet requests the runtime's state by list(), as a real kubelet with the generic
/// PLEG: once a second, and after its own changes. In-place resizes fail, usage of resources is not measured, and
/// images are not collected.
class ContainerRuntime {
 public:
  ContainerRuntime() = default;
  ContainerRuntime(const ContainerRuntime&) = delete;
  ContainerRuntime& operator=(const ContainerRuntime&) = delete;
  /// Destroys the runtime after the run has ended.
  virtual ~ContainerRuntime();

  /// Creates and starts a sandbox; replies with its id, which is unique in the run (CRI RunPodSandbox).
  virtual void run_pod_sandbox(const SandboxConfig& config, Reply<std::string> reply) = 0;

  /// Stops a sandbox and all of its containers (CRI StopPodSandbox). The sandbox stays, and is not ready.
  virtual void stop_pod_sandbox(const std::string& sandbox_id, Reply<Done> reply) = 0;

  /// Removes a sandbox (CRI RemovePodSandbox).
  virtual void remove_pod_sandbox(const std::string& sandbox_id, Reply<Done> reply) = 0;

  /// Creates a container in a sandbox; replies with its id, which is unique in the run (CRI CreateContainer).
  virtual void create_container(const std::string& sandbox_id, const ContainerConfig& config,
                                Reply<std::string> reply) = 0;

  /// Starts a created container (CRI StartContainer).
  virtual void start_container(const std::string& container_id, Reply<Done> reply) = 0;

  /// Sends SIGTERM, and SIGKILL after `grace_period`; replies when the container has exited (CRI StopContainer).
  virtual void stop_container(const std::string& container_id, std::chrono::nanoseconds grace_period,
                              Reply<Done> reply) = 0;

  /// Removes a container that does not run (CRI RemoveContainer).
  virtual void remove_container(const std::string& container_id, Reply<Done> reply) = 0;

  /// Replies with an image; no value if the image is not present (CRI ImageStatus).
  virtual void image_status(const std::string& image, Reply<std::optional<RuntimeImage>> reply) = 0;

  /// Pulls an image; replies with its id (CRI PullImage). The kubelet waits for it without a limit.
  virtual void pull_image(const std::string& image, Reply<std::string> reply) = 0;

  /// Replies with all that the runtime has at this instant (CRI ListPodSandbox, ListContainers and their statuses).
  virtual void list(Reply<RuntimeInventory> reply) = 0;

  /// Runs a command in a container for a probe or a hook (CRI ExecSync); `timeout` zero: without a limit. The default
  /// is to reply at once that it succeeded.
  virtual void exec_sync(const std::string& container_id, const std::vector<std::string>& command,
                         std::chrono::nanoseconds timeout, Reply<ExecResult> reply);

  /// Answers a probe over the network, which the kubelet gives up after `timeout`. The default is to reply at once that
  /// it succeeded.
  virtual void probe_network(const std::string& container_id, const NetworkProbe& probe,
                             std::chrono::nanoseconds timeout, Reply<ProbeAnswer> reply);
};

}  // namespace podreel

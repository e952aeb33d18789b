// Requests to a container runtime, and its reports.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/linux_resources.hpp"
#include "engine/api/pod.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/sim/time.hpp"

namespace podreel::runtime {

/// Error of a failed runtime call.
struct Error {
  std::string message;
  /// gRPC's NotFound: what the call was about is not there (any more).
  bool not_found = false;
  friend bool operator==(const Error&, const Error&) = default;
};

[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

/// The description of a gRPC status ("rpc error: code = Unknown desc = …"); any other text as it is.
[[nodiscard]] std::string status_description(const Error& error);
/// Returns the description of a status with the code Unknown; a text with a more specific code stays as it is.
[[nodiscard]] std::string without_unknown_code(const Error& error);

template <class T = void>
using Result = boost::system::result<T, Error>;

enum class SandboxState : std::uint8_t { ready, not_ready };
enum class ContainerState : std::uint8_t { created, running, exited, unknown };

[[nodiscard]] std::string_view to_string(ContainerState state) noexcept;

/// CRI PodSandboxStatus.
struct SandboxStatus {
  memory::Text id;
  SandboxState state = SandboxState::ready;
  sim::Time created_at{};
  std::uint32_t attempt = 0;
  /// No value: the status carries no network message (upstream panicked on that up to 1.24). May be empty.
  std::optional<memory::Text> ip;
  bool host_network = false;
  friend bool operator==(const SandboxStatus&, const SandboxStatus&) = default;
};

/// kubecontainer.Status: one instance of a container.
struct ContainerStatus {
  memory::Text id;
  memory::Text name;
  memory::Text sandbox_id;
  ContainerState state = ContainerState::created;
  /// As ContainerConfig.
  bool falls_back_to_logs = false;
  sim::Time created_at{};
  sim::Time started_at{};
  sim::Time finished_at{};
  std::int32_t exit_code = 0;
  std::int32_t restart_count = 0;
  memory::Text image;
  memory::Text image_id;
  memory::Text reason;
  memory::Text message;
  /// Stored when the container was created: identity of its spec under the kubelet of that time.
  std::uint64_t hash = 0;
  /// Hash without resources; 0 where no kubelet stored it.
  std::uint64_t hash_without_resources = 0;
  /// The container's spec, where the kubelet that created it stored that, too (identity policy serialized-spec).
  std::shared_ptr<const nlohmann::json> stored_spec;
  /// Requests and limits that the runtime applied; absent where it does not report them.
  memory::BoxedOptional<std::pair<api::ResourceList, api::ResourceList>> resources;
  friend bool operator==(const ContainerStatus&, const ContainerStatus&) = default;
};

/// kubecontainer.PodStatus: everything the runtime has of one pod. Both lists are newest first.
struct PodStatus {
  memory::Text uid;
  memory::Text name;
  memory::Text namespace_name;
  api::IpList ips;
  memory::RecycledVector<SandboxStatus> sandboxes;
  memory::RecycledVector<ContainerStatus> containers;
  /// When this was observed (`kubecontainer.PodStatus.TimeStamp`).
  sim::Time observed_at{};
  /// False of a status that a runtime's event brought: it does not say which containers belong to the active sandbox
  /// (GeneratePodStatus leaves ActiveContainerStatuses out).
  bool has_active_containers = true;
  /// The error of a sandbox or container that is left out, since it was listed and then not found; null: there is none.
  std::shared_ptr<const Error> vanished{};

  /// The newest instance of a container; null if there is none.
  [[nodiscard]] const ContainerStatus* find(std::string_view container_name) const noexcept;
};

using PodStatusPtr = std::shared_ptr<const PodStatus>;

/// State of a sandbox or container for the relist loop, without a status call.
struct SandboxSummary {
  memory::Text id;
  memory::Text pod_uid;
  SandboxState state = SandboxState::ready;
};
struct ContainerSummary {
  memory::Text id;
  memory::Text name;
  memory::Text pod_uid;
  ContainerState state = ContainerState::created;
};
/// kubecontainer.Pod: one pod of a relist.
struct RunningPod {
  memory::Text uid{};
  memory::Text name{};
  memory::Text namespace_name{};
  memory::RecycledVector<ContainerSummary> containers{};
  memory::RecycledVector<SandboxSummary> sandboxes{};
};

struct SandboxConfig {
  api::PodPtr pod;
  std::uint32_t attempt = 0;
};

/// Configuration of a container, with the identity that a kubelet stores with it (engine/decide/policy.hpp).
struct ContainerConfig {
  /// Owned by the caller until the call completes.
  api::PodPtr pod;
  memory::Text name;
  memory::Text image;
  memory::Text image_id;
  std::uint32_t attempt = 0;
  /// Annotation io.kubernetes.container.hash.
  std::uint64_t hash = 0;
  /// Annotation io.kubernetes.container.hashWithoutResources; 0: there is none.
  std::uint64_t hash_without_resources = 0;
  /// The spec to keep with the container; null where the kubelet stores none.
  std::shared_ptr<const nlohmann::json> stored_spec;
  /// Annotation io.kubernetes.pod.terminationGracePeriod and its companions, in seconds.
  std::int64_t pod_termination_grace_period_seconds = 30;
  std::optional<std::int64_t> pod_deletion_grace_period_seconds;
  /// Annotation io.kubernetes.container.preStopHandler: how a kubelet without the pod's spec knows the hook.
  std::optional<api::Handler> pre_stop;
  api::ContainerKind kind = api::ContainerKind::regular;
  /// Annotation io.kubernetes.container.terminationMessagePolicy: FallbackToLogsOnError.
  bool falls_back_to_logs = false;
  /// Its control group is killed as a whole when it is out of memory (memory.oom.group), where groups can be.
  bool oom_kills_group = false;
};

/// CRI RuntimeStatus: the conditions RuntimeReady and NetworkReady.
struct RuntimeStatus {
  bool runtime_is_ready = true;
  bool network_is_ready = true;
  /// Messages of the conditions that do not hold.
  std::string message;
};

/// Bytes that a pod and its containers, by name, have in use.
struct MemoryUsage {
  std::int64_t pod = 0;
  std::map<std::string, std::int64_t, std::less<>> containers;
};

struct ExecResult {
  std::int32_t exit_code = 0;
  std::string output;
  /// The command ran longer than it was given.
  bool timed_out = false;
};

struct ImageStatus {
  memory::Text id;
  std::int64_t size_bytes = 0;
  /// Whom its processes run as, a number or a name; empty: root. No value: nobody knows, but not root.
  std::optional<std::string> user{};
};

struct ImageSummary {
  /// As containers write it.
  std::string name;
  std::int64_t size_bytes = 0;
  /// As ImageStatus.
  memory::Text id{};
};

/// CRI ImageFsInfo and the statistics of the node.
struct FilesystemUsage {
  std::int64_t capacity_bytes = 0;
  std::int64_t available_bytes = 0;
};

/// Usage of one resource of the node.
struct ResourceUsage {
  std::int64_t capacity = 0;
  std::int64_t available = 0;
};

/// The summary of stats, as far as evictions go by it. What has no value is not measured.
struct NodeUsage {
  /// Bytes.
  std::optional<ResourceUsage> memory{};
  /// Bytes, and inodes, of the file system that containers write to.
  std::optional<ResourceUsage> nodefs{};
  std::optional<ResourceUsage> nodefs_inodes{};
  /// Bytes of that of the images, where they have one of their own.
  std::optional<ResourceUsage> imagefs{};
  std::optional<ResourceUsage> pids{};
};

/// Usage of one container.
struct ContainerUsage {
  memory::Text name;
  /// Bytes; of one that runs.
  std::int64_t memory = 0;
  /// Bytes and inodes that it has written.
  std::int64_t disk = 0;
  std::int64_t inodes = 0;
  /// Usage while it runs.
  std::int64_t processes = 0;
};

}  // namespace podreel::runtime

// Requests and responses of a container runtime, independent of the transport.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime_objects.hpp"
#include "tools/net/memory_budget.hpp"

namespace podreel::cri {

/// Labels, annotations or selectors.
using Pairs = std::map<std::string, std::string>;

struct SandboxMetadata {
  std::string name;
  std::string uid;
  std::string namespace_name;
  std::uint32_t attempt = 0;
};

/// CRI NamespaceOption, with numeric modes: pod, container, node, target.
struct Namespaces {
  static constexpr std::int32_t node = 2;

  std::int32_t network = 0;
  std::int32_t pid = 0;
  std::int32_t ipc = 0;
  std::string target_id;
};

struct SandboxConfig {
  SandboxMetadata metadata;
  std::string log_directory;
  Pairs labels;
  Pairs annotations;
  Namespaces namespaces;
  std::string runtime_handler;
};

struct Mount {
  std::string container_path;
  std::string host_path;
  bool readonly = false;
  bool selinux_relabel = false;
  std::int32_t propagation = 0;
  std::vector<std::string> options;
};

/// CRI LinuxContainerResources; 0 and empty mean "not set".
struct Resources {
  std::int64_t cpu_period = 0;
  std::int64_t cpu_quota = 0;
  std::int64_t cpu_shares = 0;
  /// Bytes.
  std::int64_t memory = 0;
  std::int64_t oom_score_adj = 0;
  std::string cpuset_cpus;
  std::string cpuset_mems;
  Pairs unified;
  /// Bytes.
  std::int64_t swap = 0;
};

struct ContainerConfig {
  std::string name;
  std::uint32_t attempt = 0;
  /// A name or an id, as requested.
  std::string image;
  Pairs image_annotations;
  std::string user_specified_image;
  std::vector<Mount> mounts;
  Pairs labels;
  Pairs annotations;
  std::string log_path;
  std::optional<Resources> resources;
};

/// A sandbox as its client created it.
struct SandboxRecord {
  /// 64 hex digits for clients, and the id of the runtime.
  std::string id;
  memory::Text inner_id;
  /// Key of the pod in the runtime.
  memory::Text pod;
  SandboxConfig config;
  /// Memory of the record, and of what the runtime keeps of it.
  net::MemoryBudget::Charge charge{};
};
using SandboxRecordPtr = std::shared_ptr<SandboxRecord>;

struct ContainerRecord {
  std::string id;
  memory::Text inner_id;
  memory::Text pod;
  std::string sandbox_id;
  /// Log directory of the sandbox at the creation of the container.
  std::string log_directory;
  ContainerConfig config;
  /// As of a sandbox.
  net::MemoryBudget::Charge charge{};
};
using ContainerRecordPtr = std::shared_ptr<ContainerRecord>;

/// Times are wall-clock nanoseconds since the Unix epoch; 0: not set.
struct SandboxView {
  std::shared_ptr<const SandboxRecord> record;
  bool ready = true;
  std::int64_t created_at = 0;
  std::string ip;
};

struct ContainerView {
  std::shared_ptr<const ContainerRecord> record;
  runtime::ContainerState state = runtime::ContainerState::created;
  std::int64_t created_at = 0;
  std::int64_t started_at = 0;
  std::int64_t finished_at = 0;
  std::int32_t exit_code = 0;
  /// Name of the image, even if it was requested by id.
  std::string image;
  std::string image_id;
  std::string reason;
  std::string message;
};

/// All given criteria must match; ids may be abbreviated.
struct SandboxFilter {
  std::string id;
  std::optional<bool> ready;
  Pairs labels;

  /// Whether it selects all sandboxes.
  [[nodiscard]] bool is_empty() const { return id.empty() && !ready && labels.empty(); }
};
struct ContainerFilter {
  std::string id;
  std::optional<runtime::ContainerState> state;
  std::string sandbox_id;
  Pairs labels;
};

struct ContainerUse {
  std::shared_ptr<const ContainerRecord> record;
  std::int64_t taken_at = 0;
  runtime::ContainerUsage usage;
};
struct SandboxUse {
  std::shared_ptr<const SandboxRecord> record;
  std::int64_t taken_at = 0;
  std::vector<ContainerUse> containers;
};

struct ImageView {
  std::string name;
  std::string id;
  std::int64_t size_bytes = 0;
  /// As in runtime::ImageStatus.
  std::optional<std::string> user;
};

struct ImageFilesystem {
  std::int64_t taken_at = 0;
  std::int64_t used_bytes = 0;
};

/// CRI ContainerEventType with its numbers.
enum class EventKind : std::uint8_t { created, started, stopped, deleted };

struct Event {
  /// Id of a container or a sandbox.
  std::string id;
  EventKind kind = EventKind::created;
  std::int64_t created_at = 0;
  std::optional<SandboxView> sandbox;
  /// All containers of the sandbox.
  std::vector<ContainerView> containers;
};

}  // namespace podreel::cri

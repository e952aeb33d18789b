#include "tools/cri/grpc/messages.hpp"

#include <charconv>

namespace podreel::cri {

namespace {

template <class Map>
Pairs pairs_of(const Map& map) {
  return {map.begin(), map.end()};
}

template <class Map>
void put(const Pairs& pairs, Map& map) {
  map.insert(pairs.begin(), pairs.end());
}

wire::ContainerState state_of(runtime::ContainerState state) {
  switch (state) {
    case runtime::ContainerState::created:
      return wire::CONTAINER_CREATED;
    case runtime::ContainerState::running:
      return wire::CONTAINER_RUNNING;
    case runtime::ContainerState::exited:
      return wire::CONTAINER_EXITED;
    case runtime::ContainerState::unknown:
      break;
  }
  return wire::CONTAINER_UNKNOWN;
}

std::optional<runtime::ContainerState> state_of(wire::ContainerState state) {
  switch (state) {
    case wire::CONTAINER_CREATED:
      return runtime::ContainerState::created;
    case wire::CONTAINER_RUNNING:
      return runtime::ContainerState::running;
    case wire::CONTAINER_EXITED:
      return runtime::ContainerState::exited;
    default:
      return runtime::ContainerState::unknown;
  }
}

void to_wire(const SandboxMetadata& metadata, wire::PodSandboxMetadata& out) {
  out.set_name(metadata.name);
  out.set_uid(metadata.uid);
  out.set_namespace_(metadata.namespace_name);
  out.set_attempt(metadata.attempt);
}

void to_wire(const ContainerConfig& config, wire::ContainerMetadata& out) {
  out.set_name(config.name);
  out.set_attempt(config.attempt);
}

void to_wire(const ContainerView& container, wire::ImageSpec& out) {
  const ContainerConfig& config = container.record->config;
  out.set_image(container.image);
  put(config.image_annotations, *out.mutable_annotations());
  out.set_user_specified_image(config.user_specified_image);
}

void to_wire(const Resources& resources, wire::LinuxContainerResources& out) {
  out.set_cpu_period(resources.cpu_period);
  out.set_cpu_quota(resources.cpu_quota);
  out.set_cpu_shares(resources.cpu_shares);
  out.set_memory_limit_in_bytes(resources.memory);
  out.set_oom_score_adj(resources.oom_score_adj);
  out.set_cpuset_cpus(resources.cpuset_cpus);
  out.set_cpuset_mems(resources.cpuset_mems);
  put(resources.unified, *out.mutable_unified());
  out.set_memory_swap_limit_in_bytes(resources.swap);
}

void to_wire(const Mount& mount, wire::Mount& out) {
  out.set_container_path(mount.container_path);
  out.set_host_path(mount.host_path);
  out.set_readonly(mount.readonly);
  out.set_selinux_relabel(mount.selinux_relabel);
  out.set_propagation(mount.propagation);
  for (const std::string& option : mount.options) out.add_mount_options(option);
}

std::uint64_t not_negative(std::int64_t amount) {
  return amount < 0 ? 0 : static_cast<std::uint64_t>(amount);
}

void put_memory(std::int64_t taken_at, std::int64_t bytes, wire::MemoryUsage& memory) {
  memory.set_timestamp(taken_at);
  memory.mutable_working_set_bytes()->set_value(not_negative(bytes));
  memory.mutable_usage_bytes()->set_value(not_negative(bytes));
  memory.mutable_rss_bytes()->set_value(not_negative(bytes));
}

/// Sets CPU usage to zero, because simulated containers use no CPU.
void put_cpu(std::int64_t taken_at, wire::CpuUsage& cpu) {
  cpu.set_timestamp(taken_at);
  cpu.mutable_usage_core_nano_seconds()->set_value(0);
  cpu.mutable_usage_nano_cores()->set_value(0);
}

}  // namespace

SandboxConfig from_wire(const wire::PodSandboxConfig& config) {
  const wire::PodSandboxMetadata& metadata = config.metadata();
  const wire::NamespaceOption& namespaces = config.linux().security_context().namespace_options();
  return {.metadata = {metadata.name(), metadata.uid(), metadata.namespace_(), metadata.attempt()},
          .log_directory = config.log_directory(),
          .labels = pairs_of(config.labels()),
          .annotations = pairs_of(config.annotations()),
          .namespaces = {namespaces.network(), namespaces.pid(), namespaces.ipc(), namespaces.target_id()},
          .runtime_handler = {}};
}

Resources from_wire(const wire::LinuxContainerResources& resources) {
  return {.cpu_period = resources.cpu_period(),
          .cpu_quota = resources.cpu_quota(),
          .cpu_shares = resources.cpu_shares(),
          .memory = resources.memory_limit_in_bytes(),
          .oom_score_adj = resources.oom_score_adj(),
          .cpuset_cpus = resources.cpuset_cpus(),
          .cpuset_mems = resources.cpuset_mems(),
          .unified = pairs_of(resources.unified()),
          .swap = resources.memory_swap_limit_in_bytes()};
}

ContainerConfig from_wire(const wire::ContainerConfig& config) {
  ContainerConfig read;
  read.name = config.metadata().name();
  read.attempt = config.metadata().attempt();
  read.image = config.image().image();
  read.image_annotations = pairs_of(config.image().annotations());
  read.user_specified_image = config.image().user_specified_image();
  for (const wire::Mount& mount : config.mounts()) {
    read.mounts.push_back({mount.container_path(),
                           mount.host_path(),
                           mount.readonly(),
                           mount.selinux_relabel(),
                           mount.propagation(),
                           {mount.mount_options().begin(), mount.mount_options().end()}});
  }
  read.labels = pairs_of(config.labels());
  read.annotations = pairs_of(config.annotations());
  read.log_path = config.log_path();
  if (config.linux().has_resources()) read.resources = from_wire(config.linux().resources());
  return read;
}

SandboxFilter from_wire(const wire::PodSandboxFilter& filter) {
  SandboxFilter read{.id = filter.id(), .ready = std::nullopt, .labels = pairs_of(filter.label_selector())};
  if (filter.has_state()) read.ready = filter.state().state() == wire::SANDBOX_READY;
  return read;
}

ContainerFilter from_wire(const wire::ContainerFilter& filter) {
  ContainerFilter read{.id = filter.id(),
                       .state = std::nullopt,
                       .sandbox_id = filter.pod_sandbox_id(),
                       .labels = pairs_of(filter.label_selector())};
  if (filter.has_state()) read.state = state_of(filter.state().state());
  return read;
}

ContainerFilter from_wire(const wire::ContainerStatsFilter& filter) {
  return {.id = filter.id(),
          .state = std::nullopt,
          .sandbox_id = filter.pod_sandbox_id(),
          .labels = pairs_of(filter.label_selector())};
}

SandboxFilter from_wire(const wire::PodSandboxStatsFilter& filter) {
  return {.id = filter.id(), .ready = std::nullopt, .labels = pairs_of(filter.label_selector())};
}

void to_wire(const SandboxView& sandbox, wire::PodSandboxStatus& status) {
  const SandboxConfig& config = sandbox.record->config;
  status.set_id(sandbox.record->id);
  to_wire(config.metadata, *status.mutable_metadata());
  status.set_state(sandbox.ready ? wire::SANDBOX_READY : wire::SANDBOX_NOTREADY);
  status.set_created_at(sandbox.created_at);
  status.mutable_network()->set_ip(sandbox.ip);
  wire::NamespaceOption& options = *status.mutable_linux()->mutable_namespaces()->mutable_options();
  options.set_network(static_cast<wire::NamespaceMode>(config.namespaces.network));
  options.set_pid(static_cast<wire::NamespaceMode>(config.namespaces.pid));
  options.set_ipc(static_cast<wire::NamespaceMode>(config.namespaces.ipc));
  options.set_target_id(config.namespaces.target_id);
  put(config.labels, *status.mutable_labels());
  put(config.annotations, *status.mutable_annotations());
  status.set_runtime_handler(config.runtime_handler);
}

void to_wire(const SandboxView& sandbox, wire::PodSandbox& item) {
  const SandboxConfig& config = sandbox.record->config;
  item.set_id(sandbox.record->id);
  to_wire(config.metadata, *item.mutable_metadata());
  item.set_state(sandbox.ready ? wire::SANDBOX_READY : wire::SANDBOX_NOTREADY);
  item.set_created_at(sandbox.created_at);
  put(config.labels, *item.mutable_labels());
  put(config.annotations, *item.mutable_annotations());
  item.set_runtime_handler(config.runtime_handler);
}

void to_wire(const ContainerView& container, wire::ContainerStatus& status) {
  const ContainerConfig& config = container.record->config;
  status.set_id(container.record->id);
  to_wire(config, *status.mutable_metadata());
  status.set_state(state_of(container.state));
  status.set_created_at(container.created_at);
  status.set_started_at(container.started_at);
  status.set_finished_at(container.finished_at);
  status.set_exit_code(container.exit_code);
  to_wire(container, *status.mutable_image());
  status.set_image_ref(container.image_id);
  status.set_image_id(container.image_id);
  status.set_reason(container.reason);
  status.set_message(container.message);
  put(config.labels, *status.mutable_labels());
  put(config.annotations, *status.mutable_annotations());
  for (const Mount& mount : config.mounts) to_wire(mount, *status.add_mounts());
  if (!config.log_path.empty()) status.set_log_path(container.record->log_directory + "/" + config.log_path);
  if (config.resources) to_wire(*config.resources, *status.mutable_resources()->mutable_linux());
}

void to_wire(const ContainerView& container, wire::Container& item) {
  const ContainerConfig& config = container.record->config;
  item.set_id(container.record->id);
  item.set_pod_sandbox_id(container.record->sandbox_id);
  to_wire(config, *item.mutable_metadata());
  to_wire(container, *item.mutable_image());
  item.set_image_ref(container.image_id);
  item.set_image_id(container.image_id);
  item.set_state(state_of(container.state));
  item.set_created_at(container.created_at);
  put(config.labels, *item.mutable_labels());
  put(config.annotations, *item.mutable_annotations());
}

void to_wire(const ContainerUse& use, wire::ContainerStats& stats) {
  const ContainerConfig& config = use.record->config;
  wire::ContainerAttributes& attributes = *stats.mutable_attributes();
  attributes.set_id(use.record->id);
  to_wire(config, *attributes.mutable_metadata());
  put(config.labels, *attributes.mutable_labels());
  put(config.annotations, *attributes.mutable_annotations());
  put_cpu(use.taken_at, *stats.mutable_cpu());
  put_memory(use.taken_at, use.usage.memory, *stats.mutable_memory());
  wire::FilesystemUsage& layer = *stats.mutable_writable_layer();
  layer.set_timestamp(use.taken_at);
  layer.mutable_fs_id()->set_mountpoint("/");
  layer.mutable_used_bytes()->set_value(not_negative(use.usage.disk));
  layer.mutable_inodes_used()->set_value(not_negative(use.usage.inodes));
}

void to_wire(const SandboxUse& use, wire::PodSandboxStats& stats) {
  const SandboxConfig& config = use.record->config;
  wire::PodSandboxAttributes& attributes = *stats.mutable_attributes();
  attributes.set_id(use.record->id);
  to_wire(config.metadata, *attributes.mutable_metadata());
  put(config.labels, *attributes.mutable_labels());
  put(config.annotations, *attributes.mutable_annotations());
  wire::LinuxPodSandboxStats& linux_stats = *stats.mutable_linux();
  std::int64_t memory = 0;
  std::int64_t processes = 0;
  for (const ContainerUse& container : use.containers) {
    memory += container.usage.memory;
    processes += container.usage.processes;
    to_wire(container, *linux_stats.add_containers());
  }
  put_cpu(use.taken_at, *linux_stats.mutable_cpu());
  put_memory(use.taken_at, memory, *linux_stats.mutable_memory());
  linux_stats.mutable_process()->set_timestamp(use.taken_at);
  linux_stats.mutable_process()->mutable_process_count()->set_value(not_negative(processes));
}

void to_wire(const ImageView& image, wire::Image& item) {
  item.set_id(image.id);
  if (image.name.find('@') != std::string::npos) {
    item.add_repo_digests(image.name);
  } else {
    item.add_repo_tags(image.name);
    // Remove the tag after the colon that follows the last slash.
    const std::size_t colon = image.name.rfind(':');
    const std::size_t slash = image.name.rfind('/');
    const bool has_tag = colon != std::string::npos && (slash == std::string::npos || colon > slash);
    item.add_repo_digests((has_tag ? image.name.substr(0, colon) : image.name) + "@" + image.id);
  }
  item.set_size(not_negative(image.size_bytes));
  item.mutable_spec()->set_image(image.name);
  // A kubelet cannot verify that a name is not root's.
  const std::string user = image.user.value_or("65534");
  std::int64_t uid = 0;
  const auto parsed = std::from_chars(user.data(), user.data() + user.size(), uid);
  const bool is_number = parsed.ec == std::errc{} && parsed.ptr == user.data() + user.size();
  if (user.empty() || is_number) {
    item.mutable_uid()->set_value(uid);
  } else {
    item.set_username(user);
  }
}

void to_wire(const ImageFilesystem& filesystem, wire::FilesystemUsage& usage) {
  usage.set_timestamp(filesystem.taken_at);
  usage.mutable_fs_id()->set_mountpoint("/");
  usage.mutable_used_bytes()->set_value(not_negative(filesystem.used_bytes));
  usage.mutable_inodes_used()->set_value(0);
}

void to_wire(const Event& event, wire::ContainerEventResponse& response) {
  response.set_container_id(event.id);
  response.set_container_event_type(static_cast<wire::ContainerEventType>(event.kind));
  response.set_created_at(event.created_at);
  if (event.sandbox) to_wire(*event.sandbox, *response.mutable_pod_sandbox_status());
  for (const ContainerView& container : event.containers) to_wire(container, *response.add_containers_statuses());
}

}  // namespace podreel::cri

#include "tools/cri/client/read_status.hpp"

#include <fmt/format.h>

#include "engine/api/linux_resources.hpp"
#include "tools/cri/client/labels.hpp"

namespace podreel::cri {

namespace wire = ::runtime::v1;

runtime::SandboxStatus read(const wire::PodSandboxStatus& status, const Pace& pace) {
  runtime::SandboxStatus sandbox;
  sandbox.id = status.id();
  sandbox.state =
      status.state() == wire::SANDBOX_READY ? runtime::SandboxState::ready : runtime::SandboxState::not_ready;
  sandbox.created_at = pace.simulated_at(status.created_at());
  sandbox.attempt = status.metadata().attempt();
  if (status.has_network()) sandbox.ip = status.network().ip();
  sandbox.host_network = status.linux().namespaces().options().network() == wire::NODE;
  return sandbox;
}

runtime::ContainerState read(wire::ContainerState state) {
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

runtime::ContainerStatus read(const wire::ContainerStatus& status, const memory::Text& sandbox_id, const Pace& pace) {
  const runtime::ContainerConfig stored = config_from({status.labels().begin(), status.labels().end()},
                                                      {status.annotations().begin(), status.annotations().end()});
  runtime::ContainerStatus container;
  container.id = status.id();
  container.name = stored.name;
  container.sandbox_id = sandbox_id;
  container.state = read(status.state());
  container.created_at = pace.simulated_at(status.created_at());
  container.started_at = pace.simulated_at(status.started_at());
  container.finished_at = pace.simulated_at(status.finished_at());
  container.exit_code = status.exit_code();
  container.restart_count = static_cast<std::int32_t>(stored.attempt);
  container.image = status.image().image();
  container.image_id = status.image_id().empty() ? status.image_ref() : status.image_id();
  container.reason = status.reason();
  container.message = status.message();
  container.falls_back_to_logs = stored.falls_back_to_logs;
  container.hash = stored.hash;
  container.hash_without_resources = stored.hash_without_resources;
  container.stored_spec = stored.stored_spec;
  if (status.has_resources()) {
    const wire::LinuxContainerResources& given = status.resources().linux();
    container.resources = api::requests_and_limits(
        {.cpu_shares = given.cpu_shares(), .cpu_quota = given.cpu_quota(), .memory = given.memory_limit_in_bytes()});
  }
  return container;
}

runtime::RuntimeStatus read(const wire::RuntimeStatus& status) {
  runtime::RuntimeStatus read{.runtime_is_ready = false, .network_is_ready = false, .message = {}};
  for (const wire::RuntimeCondition& condition : status.conditions()) {
    if (condition.type() == "RuntimeReady") read.runtime_is_ready = condition.status();
    if (condition.type() == "NetworkReady") read.network_is_ready = condition.status();
    if (!condition.status() && read.message.empty()) read.message = condition.message();
  }
  return read;
}

runtime::ImageStatus read(const wire::Image& image) {
  runtime::ImageStatus status{.id = image.id(), .size_bytes = static_cast<std::int64_t>(image.size()), .user = {}};
  if (image.has_uid()) {
    status.user = image.uid().value() == 0 ? std::string{} : fmt::format("{}", image.uid().value());
  } else {
    status.user = image.username();
  }
  return status;
}

}  // namespace podreel::cri

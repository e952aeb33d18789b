#include "runtime_fake/container.hpp"

namespace podreel::runtime_fake {

namespace {

memory::Text text_of(Name name) {
  return name == nullptr ? memory::Text{} : *name;
}

}  // namespace

runtime::ContainerStatus status_of(const Container& container) {
  runtime::ContainerStatus status;
  status.id = container.id;
  status.name = text_of(container.name);
  status.sandbox_id = container.sandbox_id;
  status.state = container.state;
  status.created_at = container.created_at;
  status.started_at = container.started_at;
  status.finished_at = container.finished_at;
  status.exit_code = container.exit_code;
  status.restart_count = static_cast<std::int32_t>(container.attempt);
  status.image = text_of(container.image);
  status.image_id = text_of(container.image_id);
  status.reason = text_of(container.reason);
  status.message = text_of(container.message);
  status.hash = container.stored.hash;
  status.hash_without_resources = container.stored.hash_without_resources;
  status.stored_spec = container.stored.container_spec;
  if (container.resources) status.resources = api::requests_and_limits(*container.resources);
  return status;
}

runtime::ContainerConfig config_of(const Container& container, api::ObjectMeta pod) {
  runtime::ContainerConfig config;
  auto owner = std::make_shared<api::Pod>();
  owner->metadata = std::move(pod);
  owner->spec = container.stored.spec;
  config.pod = std::move(owner);
  config.name = text_of(container.name);
  config.image = text_of(container.image);
  config.image_id = text_of(container.image_id);
  config.attempt = container.attempt;
  config.hash = container.stored.hash;
  config.hash_without_resources = container.stored.hash_without_resources;
  config.stored_spec = container.stored.container_spec;
  config.pod_termination_grace_period_seconds = container.stored.pod_termination_grace_period_seconds;
  config.pod_deletion_grace_period_seconds = container.stored.pod_deletion_grace_period_seconds;
  if (container.stored.pre_stop) config.pre_stop = *container.stored.pre_stop;
  config.kind = container.kind;
  return config;
}

std::string_view cri_name(runtime::ContainerState state) noexcept {
  switch (state) {
    case runtime::ContainerState::created:
      return "CONTAINER_CREATED";
    case runtime::ContainerState::running:
      return "CONTAINER_RUNNING";
    case runtime::ContainerState::exited:
      return "CONTAINER_EXITED";
    case runtime::ContainerState::unknown:
      break;
  }
  return "CONTAINER_UNKNOWN";
}

}  // namespace podreel::runtime_fake

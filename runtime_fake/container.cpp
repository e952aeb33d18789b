#include "runtime_fake/container.hpp"

namespace podreel::runtime_fake {

namespace {

memory::Text text_of(Name name) {
  return name == nullptr ? memory::Text{} : *name;
}

StoredConfig copy_of(const StoredConfig& stored) {
  StoredConfig copy;
  copy.spec = stored.spec;
  if (stored.pre_stop) copy.pre_stop = std::make_unique<const api::Handler>(*stored.pre_stop);
  copy.hash = stored.hash;
  copy.hash_without_resources = stored.hash_without_resources;
  copy.container_spec = stored.container_spec;
  copy.pod_termination_grace_period_seconds = stored.pod_termination_grace_period_seconds;
  copy.pod_deletion_grace_period_seconds = stored.pod_deletion_grace_period_seconds;
  copy.oom_kills_group = stored.oom_kills_group;
  copy.falls_back_to_logs = stored.falls_back_to_logs;
  return copy;
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
  status.falls_back_to_logs = container.stored.falls_back_to_logs;
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

std::unique_ptr<Container> copy_of(const Container& container, sim::Duration later) {
  auto copy = std::make_unique<Container>();
  copy->name = container.name;
  copy->image = container.image;
  copy->image_id = container.image_id;
  copy->reason = container.reason;
  copy->message = container.message;
  copy->created_at = shifted(container.created_at, later);
  copy->started_at = shifted(container.started_at, later);
  copy->finished_at = shifted(container.finished_at, later);
  copy->stored = copy_of(container.stored);
  copy->exit_at = shifted(container.exit_at, later);
  copy->exits_by_signal = container.exits_by_signal;
  if (container.resources) copy->resources = std::make_unique<const api::LinuxResources>(*container.resources);
  copy->id = container.id;
  copy->sandbox_id = container.sandbox_id;
  copy->attempt = container.attempt;
  copy->exit_code = container.exit_code;
  copy->state = container.state;
  copy->kind = container.kind;
  return copy;
}

sim::Time shifted(sim::Time time, sim::Duration by) noexcept {
  return time == sim::Time{} || time == Container::never ? time : time + by;
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

#include "engine/sync/prune.hpp"

#include <set>
#include <utility>

#include "engine/release/behaviour/syncing.hpp"
#include "engine/sync/container_log_manager.hpp"

namespace podreel::sync {

namespace {

bool is_dead(const release::Behaviour& behaviour, const runtime::ContainerStatus& container) {
  return container.state == runtime::ContainerState::exited || (container.state == runtime::ContainerState::unknown &&
                                                                behaviour.has(release::unknown_init_containers_pruned));
}

/// Upstream visits the names in the order of a hash set; here they are sorted.
std::set<std::string> init_container_names(const api::Pod& pod) {
  std::set<std::string> names;
  for (const api::Container& container : pod.spec->init_containers) names.insert(container.name);
  return names;
}

/// removeContainerLog: the log stays if the runtime does not know the container.
sim::Task<runtime::Result<>> remove_log(const SyncDependencies& environment, ContainerLogManager& logs,
                                        runtime::PodStatusPtr pod, memory::Text container_id) {
  const runtime::Result<> cleaned = co_await logs.clean(container_id);
  if (!cleaned) co_return cleaned;
  const runtime::Result<> status = co_await environment.runtime.container_status(environment.process, container_id);
  if (status) logs.remove_log(*pod, container_id);
  co_return status;
}

}  // namespace

sim::Task<runtime::Result<>> remove_container(const SyncDependencies& environment, ContainerLogManager& logs,
                                              runtime::PodStatusPtr status, memory::Text container_id,
                                              LogOfRemoved log) {
  if (log == LogOfRemoved::removed) {
    const runtime::Result<> found = co_await remove_log(environment, logs, std::move(status), container_id);
    if (!found) co_return found;
  }
  const runtime::Result<> removed = co_await environment.runtime.remove_container(environment.process, container_id);
  co_return removed;
}

sim::Task<bool> prune_init_containers(SyncContext& context, api::PodPtr pod, runtime::PodStatusPtr status) {
  bool found = false;
  for (const std::string& name : init_container_names(*pod)) {
    bool is_newest = true;
    for (const runtime::ContainerStatus& container : status->containers) {
      if (container.name != name || !is_dead(context.behaviour, container)) continue;
      if (is_newest) {
        is_newest = false;
        continue;
      }
      found = true;
      const runtime::Result<> ignored = co_await remove_container(context, context.log_manager, status, container.id);
      static_cast<void>(ignored);
    }
  }
  co_return found;
}

sim::Task<> purge_init_containers(SyncContext& context, api::PodPtr pod, runtime::PodStatusPtr status) {
  for (const std::string& name : init_container_names(*pod)) {
    for (const runtime::ContainerStatus& container : status->containers) {
      if (container.name != name) continue;
      const runtime::Result<> ignored = co_await remove_container(context, context.log_manager, status, container.id);
      static_cast<void>(ignored);
    }
  }
}

}  // namespace podreel::sync

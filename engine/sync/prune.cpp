#include "engine/sync/prune.hpp"

#include <set>
#include <span>

#include "engine/release/behaviour/syncing.hpp"
#include "engine/sync/container_logs.hpp"

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

}  // namespace

sim::Task<runtime::Result<>> remove_container(SyncContext& context, runtime::PodStatusPtr pod_status,
                                              memory::Text container_id, LogOfRemoved log) {
  const int status_reads = context.behaviour.has(release::status_read_twice_before_removal) ? 2 : 1;
  for (int read = 0; read < status_reads; ++read) {
    const runtime::Result<> status = co_await context.runtime.container_status(context.process, container_id);
    if (!status) co_return status;
  }
  if (context.logs != nullptr && log == LogOfRemoved::removed) {
    context.logs->remove(*pod_status, std::span{&container_id, 1});
  }
  const runtime::Result<> removed = co_await context.runtime.remove_container(context.process, container_id);
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
      const runtime::Result<> ignored = co_await remove_container(context, status, container.id);
      static_cast<void>(ignored);
    }
  }
  co_return found;
}

sim::Task<> purge_init_containers(SyncContext& context, api::PodPtr pod, runtime::PodStatusPtr status) {
  for (const std::string& name : init_container_names(*pod)) {
    for (const runtime::ContainerStatus& container : status->containers) {
      if (container.name != name) continue;
      const runtime::Result<> ignored = co_await remove_container(context, status, container.id);
      static_cast<void>(ignored);
    }
  }
}

}  // namespace podreel::sync

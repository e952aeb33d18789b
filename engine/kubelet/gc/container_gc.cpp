#include "engine/kubelet/gc/container_gc.hpp"

#include <algorithm>
#include <utility>

#include "engine/kubelet/gc/dead_containers.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/prune.hpp"

namespace podreel::kubelet {

namespace {

/// Sandboxes that are down, hold no container that stays, and are not the newest of a pod that is still wanted.
std::vector<memory::Text> dead_sandboxes(const runtime::PodStatus& status, const std::vector<memory::Text>& going,
                                         bool all) {
  std::vector<memory::Text> ids;
  for (std::size_t index = all ? 0 : 1; index < status.sandboxes.size(); ++index) {
    const runtime::SandboxStatus& sandbox = status.sandboxes[index];
    const bool in_use = std::ranges::any_of(status.containers, [&](const runtime::ContainerStatus& container) {
      return container.sandbox_id == sandbox.id && std::ranges::find(going, container.id) == going.end();
    });
    if (sandbox.state == runtime::SandboxState::not_ready && !in_use) ids.push_back(sandbox.id);
  }
  return ids;
}

}  // namespace

sim::Task<bool> ContainerGc::collect(PodPredicate gives_all) {
  const auto pods = co_await env_.runtime.get_pods(env_.process, true);
  if (!pods) co_return false;
  bool is_done = true;
  for (const runtime::RunningPod& pod : *pods) {
    const auto status = co_await env_.runtime.get_pod_status(env_.process, pod.uid);
    const bool is_collected = status && co_await collect_pod(*status, gives_all(pod.uid));
    is_done = is_done && is_collected;
  }
  logs_.remove_logs_of_pods([this](const memory::Text& uid) { return pod_states_.should_content_be_removed(uid); });
  co_return is_done;
}

sim::Task<bool> ContainerGc::collect_pod(runtime::PodStatusPtr status, bool gives_all) {
  const bool all = gives_all || pod_states_.should_content_be_removed(status->uid);
  const std::vector<memory::Text> containers =
      dead_containers(*status, Dead::not_running, "", all && sources_.all_ready() ? 0 : 1);
  const bool containers_went = co_await remove(status, containers);
  const bool sandboxes_went = co_await remove_sandboxes(status, containers, all);
  const bool is_done = containers_went && sandboxes_went;
  co_return is_done;
}

sim::Task<bool> ContainerGc::remove_sandboxes(runtime::PodStatusPtr status, std::vector<memory::Text> going, bool all) {
  bool is_done = true;
  const std::vector<memory::Text> sandboxes = dead_sandboxes(*status, going, all);
  for (const memory::Text& id : sandboxes) {
    const bool is_removed = co_await remove_sandbox(id);
    is_done = is_done && is_removed;
  }
  co_return is_done;
}

sim::Task<bool> ContainerGc::remove(runtime::PodStatusPtr status, std::vector<memory::Text> ids) {
  bool is_done = true;
  for (const memory::Text& id : ids) {
    const runtime::Result<> removed = co_await sync::remove_container(env_, logs_, status, id);
    is_done = is_done && removed;
  }
  co_return is_done;
}

sim::Task<bool> ContainerGc::remove_sandbox(memory::Text id) {
  const runtime::Result<> stopped = co_await env_.runtime.stop_pod_sandbox(env_.process, id);
  if (!stopped) co_return false;
  const runtime::Result<> removed = co_await env_.runtime.remove_pod_sandbox(env_.process, std::move(id));
  co_return removed.has_value();
}

}  // namespace podreel::kubelet

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/sync/kill.hpp"

namespace podreel::sync {

namespace {

/// Kills under way side by side, as upstream's goroutines.
struct ParallelKills {
  explicit ParallelKills(const sim::Process& process) : all_done{process} {}

  /// In the order in which the kills ended.
  memory::RecycledVector<SyncResult> results;
  std::size_t under_way = 0;
  sim::Completion<bool> all_done;
};

sim::Task<> kill_one(SyncContext& context, ContainerKill kill, std::shared_ptr<ParallelKills> kills) {
  SyncResult result{SyncAction::kill_container, kill.name, {}};
  const runtime::Result<> killed = co_await kill_container(context, std::move(kill));
  if (!killed) result.failure = SyncFailure{reason::kill_container_error, killed.error().message};
  kills->results.push_back(std::move(result));
  if (--kills->under_way == 0) kills->all_done.complete(true);
}

std::shared_ptr<TerminationOrder> termination_order(const SyncContext& context, const api::PodPtr& pod,
                                                    std::span<const runtime::ContainerSummary> containers) {
  if (!pod || !context.behaviour.has(release::sidecars_terminated_in_order) ||
      !context.behaviour.has(release::sidecars))
    return nullptr;
  if (!std::ranges::any_of(pod->spec->init_containers, api::is_restartable_init_container)) return nullptr;
  std::set<std::string> names;
  for (const runtime::ContainerSummary& container : containers) names.insert(container.name);
  return std::make_shared<TerminationOrder>(context.process, *pod->spec, names, context.behaviour);
}

sim::Task<memory::RecycledVector<SyncResult>> kill_containers(SyncContext& context, api::PodPtr pod,
                                                              runtime::RunningPod running,
                                                              std::optional<std::int64_t> grace_override) {
  if (running.containers.empty()) co_return memory::RecycledVector<SyncResult>{};
  const std::shared_ptr<TerminationOrder> order = termination_order(context, pod, running.containers);
  // Goroutines that are started together run in any order.
  context.timing.stream(timing::Site::kill_order, running.uid).shuffle(running.containers);
  const auto kills = std::make_shared<ParallelKills>(context.process);
  kills->under_way = running.containers.size();
  for (const runtime::ContainerSummary& container : running.containers) {
    ContainerKill kill{
        pod, container.id, container.name, {}, std::string{decide::kill_reason::unknown}, grace_override, order};
    sim::spawn(context.process, kill_one(context, std::move(kill), kills));
  }
  co_await kills->all_done.wait();
  co_return std::move(kills->results);
}

}  // namespace

sim::Task<PodSyncResult> kill_pod(SyncContext& context, api::PodPtr pod, runtime::RunningPod running,
                                  std::optional<std::int64_t> grace_override) {
  PodSyncResult result;
  result.results = co_await kill_containers(context, std::move(pod), running, grace_override);
  SyncResult stopped{SyncAction::kill_pod_sandbox, running.uid, {}};
  for (const runtime::SandboxSummary& sandbox : running.sandboxes) {
    const runtime::Result<> stop = co_await context.runtime.stop_pod_sandbox(context.process, sandbox.id);
    if (!stop && !stop.error().not_found) {
      stopped.failure = SyncFailure{reason::kill_pod_sandbox_error, stop.error().message};
    }
  }
  if (const auto delay = context.helper.draw_call_return()) co_await sim::sleep_for(context.process, *delay);
  result.results.push_back(std::move(stopped));
  co_return result;
}

runtime::RunningPod running_pod_of(const runtime::PodStatus& status) {
  runtime::RunningPod running{status.uid, status.name, status.namespace_name, {}, {}};
  for (const runtime::ContainerStatus& container : status.containers) {
    if (container.state != runtime::ContainerState::running) continue;
    running.containers.push_back({container.id, container.name, status.uid, container.state});
  }
  for (const runtime::SandboxStatus& sandbox : status.sandboxes) {
    running.sandboxes.push_back({sandbox.id, status.uid, sandbox.state});
  }
  return running;
}

}  // namespace podreel::sync

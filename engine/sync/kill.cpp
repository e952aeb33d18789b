#include "engine/sync/kill.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/messages.hpp"
#include "engine/sync/hooks.hpp"
#include "engine/timing/table.hpp"

namespace podreel::sync {

namespace {

std::int64_t seconds_between(sim::Time begin, sim::Time end) {
  return std::chrono::duration_cast<std::chrono::seconds>(end - begin).count();
}

/// A container, and below its pod, as far as they can be restored from the container's labels and annotations
/// (restoreSpecsFromContainerLabels). The pod's spec does not have the container, so no event names it or
/// its pod.
api::Container restore_container(const runtime::ContainerConfig& stored) {
  api::Container container;
  container.name = stored.name;
  container.lifecycle.pre_stop = stored.pre_stop;
  return container;
}

api::PodPtr restore_pod(const runtime::ContainerConfig& stored) {
  auto spec = std::make_shared<api::PodSpec>();
  spec->termination_grace_period_seconds = stored.pod_termination_grace_period_seconds;
  auto pod = std::make_shared<api::Pod>();
  pod->metadata.deletion_grace_period_seconds = stored.pod_deletion_grace_period_seconds;
  pod->spec = std::move(spec);
  return pod;
}

/// Without the gate the kubelet does not look among the ephemeral containers.
const api::Container* find_spec(const release::Behaviour& behaviour, const api::PodSpec& spec, std::string_view name) {
  const api::FoundContainer found = api::find_container(spec, name);
  if (found.kind == api::ContainerKind::ephemeral && !behaviour.has(release::ephemeral_containers)) return nullptr;
  return found.container;
}

std::optional<std::int64_t> probe_grace_seconds(const release::Behaviour& behaviour, const api::Container& container,
                                                std::string_view reason) {
  if (!behaviour.has(release::probe_termination_grace_period)) return std::nullopt;
  const std::optional<api::Probe>* probe = nullptr;
  if (reason == decide::kill_reason::startup_probe) probe = &container.startup_probe;
  if (reason == decide::kill_reason::liveness_probe) probe = &container.liveness_probe;
  if (probe == nullptr || !*probe) return std::nullopt;
  return (*probe)->termination_grace_period_seconds;
}

std::int64_t grace_seconds_of(const release::Behaviour& behaviour, const api::Pod& pod, const api::Container& container,
                              std::string_view reason) {
  if (pod.metadata.deletion_grace_period_seconds) return *pod.metadata.deletion_grace_period_seconds;
  return probe_grace_seconds(behaviour, container, reason).value_or(pod.spec->termination_grace_period_seconds);
}

/// A PreStop hook under way; it may outlive the kill that began it.
struct PreStop {
  api::PodPtr pod;
  std::string container_name;
  std::string container_id;
  api::Handler handler;
  std::shared_ptr<sim::Completion<bool>> done;
};

sim::Task<> run_pre_stop(SyncContext& context, PreStop hook) {
  const std::optional<HookFailure> failure =
      co_await run_hook(context, hook.pod, hook.container_name, hook.container_id, hook.handler);
  if (failure) {
    const bool is_late = hook.done->is_complete() && context.timing.draw(timing::hook_is_late, hook.container_id);
    if (is_late) co_await sim::sleep_for(context.process, context.timing.takes(timing::hook_end));
    record_container_event(context.events, *hook.pod, hook.container_name, hook.container_id, EventType::warning,
                           event_reason::failed_pre_stop_hook,
                           release::hook_failed(context.behaviour, "PreStop", failure->message));
  }
  hook.done->complete(true);
}

/// Runs the hook, but waits `grace_seconds` at most; the whole seconds that passed.
sim::Task<std::int64_t> execute_pre_stop(SyncContext& context, PreStop hook, std::int64_t grace_seconds) {
  const sim::Time began = context.process.now();
  const std::shared_ptr<sim::Completion<bool>> done = std::make_shared<sim::Completion<bool>>(context.process);
  hook.done = done;
  const sim::EventId deadline =
      context.process.after(std::chrono::seconds{grace_seconds}, [done] { done->complete(false); });
  sim::spawn(context.process, run_pre_stop(context, std::move(hook)));
  co_await done->wait();
  context.process.cancel(deadline);
  co_return seconds_between(began, context.process.now());
}

void record_killing(SyncContext& context, const ContainerKill& kill) {
  if (!context.events.is_listening()) return;
  record_container_event(
      context.events, *kill.pod, kill.name, kill.id, EventType::normal, event_reason::killing,
      release::killing_container(context.behaviour, kill.name, full_container_id(kill.id), kill.message));
}

/// The hook and the turn: what comes before StopContainer. Returns the seconds that remain for it.
sim::Task<std::int64_t> prepare_stop(SyncContext& context, const ContainerKill& kill, const api::Container& container,
                                     std::int64_t grace_seconds) {
  if (container.lifecycle.pre_stop && grace_seconds > 0) {
    PreStop hook{kill.pod, kill.name, kill.id, *container.lifecycle.pre_stop, {}};
    const std::int64_t spent = co_await execute_pre_stop(context, std::move(hook), grace_seconds);
    grace_seconds -= spent;
  }
  if (kill.order && grace_seconds > 0) {
    const sim::Time began = context.process.now();
    co_await kill.order->wait_for_turn(kill.name, grace_seconds);
    grace_seconds -= seconds_between(began, context.process.now());
  }
  co_return std::max(grace_seconds, minimum_grace_period_seconds);
}

}  // namespace

std::string full_container_id(std::string_view id) {
  return std::string{"containerd://"}.append(id);
}

sim::Task<runtime::Result<>> kill_container(SyncContext& context, ContainerKill kill) {
  const release::Behaviour& behaviour = context.behaviour;
  api::Container restored;
  const api::Container* container = nullptr;
  if (kill.pod) {
    container = find_spec(behaviour, *kill.pod->spec, kill.name);
  } else {
    const runtime::Result<> labelled = co_await context.runtime.container_status(context.process, kill.id);
    if (!labelled) co_return labelled;
    const std::optional<runtime::ContainerConfig> stored = context.runtime.stored_config(kill.id);
    if (!stored) co_return runtime::Error{"container \"" + kill.id + "\" not found"};
    kill.pod = restore_pod(*stored);
    restored = restore_container(*stored);
    container = &restored;
  }
  if (container == nullptr) {
    co_return runtime::Error{release::container_without_spec(behaviour, kill.name, full_container_id(kill.id),
                                                             api::format_pod(*kill.pod), kill.message)};
  }
  std::int64_t grace = grace_seconds_of(behaviour, *kill.pod, *container, kill.reason);
  if (behaviour.has(release::killing_event_before_stop)) record_killing(context, kill);
  if (kill.grace_override && behaviour.has(release::grace_override_before_hooks)) grace = *kill.grace_override;
  grace = co_await prepare_stop(context, kill, *container, grace);
  if (kill.grace_override && !behaviour.has(release::grace_override_before_hooks)) grace = *kill.grace_override;

  const runtime::Result<> stopped =
      co_await context.runtime.stop_container(context.process, kill.id, std::chrono::seconds{grace});
  if (const auto delay = context.helper.draw_call_return()) co_await sim::sleep_for(context.process, *delay);
  if (!behaviour.has(release::killing_event_before_stop)) record_killing(context, kill);
  if (!stopped && !stopped.error().not_found) co_return stopped;
  if (kill.order) kill.order->terminated(kill.name);
  co_return runtime::Result<>{};
}

}  // namespace podreel::sync

#include "engine/sync/sync_pod.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/messages.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/image_volumes.hpp"
#include "engine/sync/kill.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "engine/sync/prune.hpp"
#include "engine/sync/resize.hpp"
#include "engine/sync/start_container.hpp"

namespace podreel::sync {

namespace {

/// A sync under way. Steps return false where upstream returns from SyncPod.
class PodSync {
 public:
  PodSync(SyncContext& context, const SyncRequest& request, SyncOutcome& outcome)
      : context_{context}, request_{request}, pod_{request.pod}, status_{request.status}, outcome_{outcome} {}

  void decide();
  sim::Task<> run();
  void note_back_offs();

 private:
  [[nodiscard]] bool must_kill() const;
  sim::Task<bool> kill();
  sim::Task<bool> kill_whole_pod();
  sim::Task<bool> reset_containers();
  sim::Task<bool> kill_containers();
  /// Lets the time pass that a step takes before the runtime is called: once for steps of the same kind in a row.
  sim::Task<> prepare(TimedStep step);
  sim::Task<bool> create_sandbox();
  sim::Task<bool> start_init_containers();
  sim::Task<bool> start(const api::Container& container, api::ContainerKind kind);
  /// Makes a back-off of the container the failure of its start. False: there is none.
  bool fail_in_back_off(const ContainerStart& start, SyncResult& result);
  sim::Task<> look_up_image_volumes();
  sim::Task<> resize();
  void record_event(EventType type, std::string_view reason, std::string message) {
    context_.events.record(*pod_, {}, type, reason, std::move(message));
  }

  SyncContext& context_;
  const SyncRequest& request_;
  const api::PodPtr& pod_;
  const runtime::PodStatusPtr& status_;
  SyncOutcome& outcome_;
  memory::Text sandbox_id_;
  std::optional<TimedStep> prepared_;
  /// No value before they were looked up.
  std::optional<ImageVolumes> image_volumes_;
  /// The sync has come as far as to start containers, and has changed nothing before.
  bool only_starts_ = false;
};

void PodSync::decide() {
  const decide::Observed observed{*pod_,
                                  *status_,
                                  context_.liveness,
                                  context_.startup,
                                  context_.policy,
                                  context_.behaviour,
                                  request_.restart_all_containers,
                                  context_.actuated == nullptr ? nullptr : &context_.actuated->of(pod_->metadata.uid),
                                  request_.latest_status.get()};
  outcome_.panic = context_.policy.decide(outcome_.actions, observed, request_.reasons);
  sandbox_id_ = outcome_.actions.sandbox_id;
}

sim::Task<> PodSync::run() {
  const decide::PodActions& actions = outcome_.actions;
  if (outcome_.panic) co_return;
  if (actions.create_sandbox && !actions.sandbox_id.empty()) {
    record_event(EventType::normal, event_reason::sandbox_changed,
                 "Pod sandbox changed, it will be killed and re-created.");
  }
  bool should_continue = true;
  if (actions.kill_pod || !actions.containers_to_reset.empty() || !actions.containers_to_kill.empty()) {
    should_continue = co_await kill();
  }
  if (!should_continue) co_return;
  bool pruned = false;
  if (!pod_->spec->init_containers.empty()) pruned = co_await prune_init_containers(context_, pod_, status_);
  const bool starts = actions.create_sandbox || !actions.containers_to_start.empty() ||
                      !actions.init_containers_to_start.empty() || !actions.ephemeral_containers_to_start.empty();
  only_starts_ = !pruned && !actions.create_sandbox && !actions.kill_pod && actions.containers_to_kill.empty() &&
                 actions.containers_to_reset.empty() && actions.containers_to_resize.empty() && !actions.resizes_pod;
  outcome_.is_idle = only_starts_ && !starts;
  if (actions.create_sandbox) should_continue = co_await create_sandbox();
  if (!should_continue) co_return;
  if (context_.behaviour.has(release::config_sandbox_result))
    outcome_.result.add(SyncAction::config_pod_sandbox, sandbox_id_);
  if (!context_.behaviour.has(release::image_volumes_follow_starts)) co_await look_up_image_volumes();
  for (const std::size_t index : actions.ephemeral_containers_to_start) {
    co_await start(pod_->spec->ephemeral_containers[index], api::ContainerKind::ephemeral);
  }
  if (!actions.init_containers_to_start.empty()) should_continue = co_await start_init_containers();
  if (!should_continue) co_return;
  if (!actions.containers_to_resize.empty() || actions.resizes_pod) co_await resize();
  for (const std::size_t index : actions.containers_to_start) {
    co_await start(pod_->spec->containers[index], api::ContainerKind::regular);
  }
}

void PodSync::note_back_offs() {
  const auto started = std::ranges::count(outcome_.result.results, SyncAction::start_container, &SyncResult::action);
  if (!only_starts_ || outcome_.in_back_off.size() != static_cast<std::size_t>(started)) outcome_.in_back_off.clear();
}

bool PodSync::must_kill() const {
  const decide::PodActions& actions = outcome_.actions;
  // A pod without a sandbox is killed in name only.
  return (actions.kill_pod && !status_->sandboxes.empty()) || !actions.containers_to_kill.empty() ||
         std::ranges::any_of(actions.containers_to_reset, &decide::ContainerToReset::kill);
}

sim::Task<bool> PodSync::kill() {
  if (must_kill()) co_await prepare(TimedStep::kill);
  bool should_continue = true;
  if (outcome_.actions.kill_pod) {
    should_continue = co_await kill_whole_pod();
  } else {
    if (!outcome_.actions.containers_to_reset.empty()) should_continue = co_await reset_containers();
    if (should_continue && !outcome_.actions.containers_to_kill.empty()) should_continue = co_await kill_containers();
  }
  co_return should_continue;
}

sim::Task<bool> PodSync::kill_whole_pod() {
  PodSyncResult killed = co_await kill_pod(context_, pod_, running_pod_of(*status_), std::nullopt);
  const bool failed = killed.failed();
  outcome_.result.append(std::move(killed));
  if (failed) co_return false;
  if (outcome_.actions.create_sandbox) co_await purge_init_containers(context_, pod_, status_);
  co_return true;
}

sim::Task<bool> PodSync::reset_containers() {
  const LogOfRemoved log =
      context_.behaviour.has(release::restart_of_all_keeps_logs) ? LogOfRemoved::kept : LogOfRemoved::removed;
  for (const decide::ContainerToReset& reset : outcome_.actions.containers_to_reset) {
    if (reset.kill) {
      SyncResult& result = outcome_.result.add(SyncAction::kill_container, reset.name);
      ContainerKill kill{
          pod_, reset.id, reset.name, "killing", std::string{decide::kill_reason::restart_all_containers}, 0, {}};
      const runtime::Result<> killed = co_await kill_container(context_, std::move(kill));
      if (!killed) {
        result.failure = SyncFailure{reason::kill_container_error, killed.error().message};
        co_return false;
      }
    }
    SyncResult& result = outcome_.result.add(SyncAction::remove_container, reset.name);
    const runtime::Result<> removed = co_await remove_container(context_, context_.log_manager, status_, reset.id, log);
    if (!removed) {
      result.failure = SyncFailure{reason::remove_container_error, removed.error().message};
      co_return false;
    }
  }
  co_return true;
}

sim::Task<bool> PodSync::kill_containers() {
  std::vector<decide::ContainerToKill> kills = outcome_.actions.containers_to_kill;
  // Upstream walks a hash map.
  context_.timing.stream(timing::Site::kill_order, pod_->metadata.uid).shuffle(kills);
  for (const decide::ContainerToKill& chosen : kills) {
    SyncResult& result = outcome_.result.add(SyncAction::kill_container, chosen.name);
    ContainerKill kill{pod_, chosen.id, chosen.name, chosen.message, chosen.reason, {}, {}};
    const runtime::Result<> killed = co_await kill_container(context_, std::move(kill));
    if (!killed) {
      result.failure = SyncFailure{reason::kill_container_error, killed.error().message};
      co_return false;
    }
  }
  co_return true;
}

sim::Task<> PodSync::prepare(TimedStep step) {
  if (std::exchange(prepared_, step) == step) co_return;
  if (const auto latency = context_.helper.draw_latency(step)) co_await sim::sleep_for(context_.process, *latency);
}

sim::Task<bool> PodSync::create_sandbox() {
  co_await prepare(TimedStep::sandbox);
  const std::string pod_name = api::format_pod(*pod_);
  SyncResult& result = outcome_.result.add(SyncAction::create_pod_sandbox, pod_name);
  if (context_.cgroups != nullptr) {
    context_.cgroups->ensure(pod_->metadata.uid, cgroup_for(*pod_->spec, context_.behaviour));
  }
  runtime::SandboxConfig config{pod_, outcome_.actions.attempt};
  const runtime::Result<memory::Text> created =
      co_await context_.runtime.run_pod_sandbox(context_.process, std::move(config));
  if (!created) {
    const bool is_silent = context_.behaviour.has(release::sandbox_failure_of_terminating_pod_silent) &&
                           context_.pod_states.is_termination_requested(pod_->metadata.uid);
    if (is_silent) co_return false;
    const std::string& error = created.error().message;
    result.failure = SyncFailure{reason::create_pod_sandbox_error,
                                 release::sandbox_creation_error(context_.behaviour, pod_name, error)};
    if (context_.behaviour.has(release::sandbox_failure_is_reported)) {
      record_event(EventType::warning, event_reason::failed_create_sandbox,
                   release::sandbox_creation_event(context_.behaviour, error));
    }
    co_return false;
  }
  sandbox_id_ = *created;
  const runtime::Result<runtime::SandboxStatus> status =
      co_await context_.runtime.pod_sandbox_status(context_.process, sandbox_id_);
  if (!status) {
    const std::string& error = status.error().message;
    record_event(EventType::warning, event_reason::failed_sandbox_status,
                 fmt::format("Unable to get pod sandbox status: {}", error));
    outcome_.result.sync_error = error;
    co_return false;
  }
  context_.helper.on_pod_sandbox_ready(pod_);
  co_return true;
}

sim::Task<bool> PodSync::start_init_containers() {
  for (const std::size_t index : outcome_.actions.init_containers_to_start) {
    const api::Container& container = pod_->spec->init_containers[index];
    const bool started = co_await start(container, api::ContainerKind::init);
    const bool may_fail = decide::is_sidecar(container, context_.behaviour);
    if (!started && !may_fail) co_return false;
  }
  co_return true;
}

sim::Task<bool> PodSync::start(const api::Container& container, api::ContainerKind kind) {
  SyncResult& result = outcome_.result.add(SyncAction::start_container, container.name);
  const ContainerStart start{pod_, status_, sandbox_id_, &container, kind, request_.back_offs};
  if (fail_in_back_off(start, result)) co_return false;
  co_await prepare(TimedStep::container);
  if (!image_volumes_) co_await look_up_image_volumes();
  result.failure = report_image_volumes(context_, *pod_, container, *image_volumes_);
  if (!result.failure) result.failure = co_await start_container(context_, start);
  co_return !result.failure;
}

bool PodSync::fail_in_back_off(const ContainerStart& start, SyncResult& result) {
  std::optional<InBackOff> held = check_crash_backoff(context_, start);
  if (!held) return false;
  result.failure = held->failure;
  outcome_.in_back_off.push_back(*std::move(held));
  return true;
}

sim::Task<> PodSync::look_up_image_volumes() {
  image_volumes_.emplace();
  if (!has_image_volumes(*pod_, context_.behaviour)) co_return;
  image_volumes_ = co_await ensure_image_volumes(context_, pod_);
  // It asked for images, and recorded events.
  only_starts_ = outcome_.is_idle = false;
}

sim::Task<> PodSync::resize() {
  const decide::PodActions& actions = outcome_.actions;
  PodResize resize{pod_, sandbox_id_, actions.containers_to_resize, actions.resizes_pod};
  std::optional<SyncFailure> failure = co_await resize_pod(context_, std::move(resize));
  if (context_.behaviour.has(release::resize_results)) {
    outcome_.result.add(SyncAction::resize_pod_in_place, api::format_pod(*pod_)).failure = std::move(failure);
  } else if (failure && context_.behaviour.has(release::resize_error_fails_sync)) {
    outcome_.result.sync_error = failure->message;
  }
}

}  // namespace

sim::Task<> sync_pod(SyncContext& context, const SyncRequest& request, SyncOutcome& outcome) {
  PodSync sync{context, request, outcome};
  sync.decide();
  co_await sync.run();
  sync.note_back_offs();
}

}  // namespace podreel::sync

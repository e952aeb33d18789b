#include "engine/sync/start_container.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/messages.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/hooks.hpp"
#include "engine/sync/image_puller.hpp"
#include "engine/sync/kill.hpp"
#include "engine/sync/non_root.hpp"

namespace podreel::sync {

namespace {

std::string hex(std::uint64_t number) {
  std::array<char, 2 * sizeof(number)> digits;
  constexpr int base = 16;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  return {digits.data(), end.ptr};
}

std::string listed(const api::ResourceList& resources) {
  std::string text;
  for (const auto& [name, quantity] : resources) text += fmt::format("{}={},", name, quantity);
  return text;
}

std::uint32_t next_attempt(const SyncContext& context, const ContainerStart& start) {
  const runtime::ContainerStatus* previous = start.status->find(start.container->name);
  if (previous != nullptr) return static_cast<std::uint32_t>(previous->restart_count) + 1;
  return context.logs == nullptr ? 0 : context.logs->next_attempt(start.pod->metadata.uid, start.container->name);
}

runtime::ContainerConfig config_of(const SyncContext& context, const ContainerStart& start, memory::Text image,
                                   std::uint32_t attempt) {
  const api::Container& container = *start.container;
  runtime::ContainerConfig config;
  config.pod = start.pod;
  config.name = container.name;
  config.image = container.image;
  config.image_id = std::move(image);
  config.attempt = attempt;
  config.hash = context.policy.hash_container(container);
  if (context.behaviour.has(release::in_place_resize)) {
    config.hash_without_resources = context.policy.hash_without_resources(container);
  }
  config.stored_spec = context.policy.spec_to_store(container);
  config.pod_termination_grace_period_seconds = start.pod->spec->termination_grace_period_seconds;
  config.pod_deletion_grace_period_seconds = start.pod->metadata.deletion_grace_period_seconds;
  config.pre_stop = container.lifecycle.pre_stop;
  config.kind = start.kind;
  config.falls_back_to_logs = container.falls_back_to_logs;
  config.oom_kills_group = context.oom_kills_group;
  return config;
}

void record_event(SyncContext& context, const ContainerStart& start, std::string_view container_id, EventType type,
                  std::string_view reason, std::string message) {
  record_container_event(context.events, *start.pod, start.container->name, container_id, type, reason,
                         std::move(message));
}

/// A start that ended with `message`: event Failed and the failure.
SyncFailure failed(SyncContext& context, const ContainerStart& start, std::string_view container_id,
                   std::string_view error, const std::string& message) {
  record_event(context, start, container_id, EventType::warning, event_reason::failed, "Error: " + message);
  return SyncFailure{error, message};
}

/// getTargetID: the error of an ephemeral container whose target has never been created.
std::optional<std::string> target_problem(const ContainerStart& start) {
  if (start.kind != api::ContainerKind::ephemeral || start.container->stored == nullptr) return std::nullopt;
  const std::string target = api::string_member(*start.container->stored, "targetContainerName");
  if (target.empty() || start.status->find(target) != nullptr) return std::nullopt;
  return "unable to find target container " + target;
}

/// The error of a container that cannot be configured (generateContainerConfig).
sim::Task<std::optional<std::string>> config_problem(const SyncContext& context, const ContainerStart& start) {
  std::optional<std::string> problem = target_problem(start);
  if (!problem) problem = context.helper.config_problem(*start.pod, *start.container);
  if (problem) co_return problem;
  // The user of the image (getImageUser).
  const runtime::Result<std::optional<runtime::ImageStatus>> user =
      co_await context.runtime.image_status(context.process, start.container->image);
  if (!user) {
    problem = runtime::status_description(user.error());
  } else if (*user) {
    problem = check_non_root(*start.pod, *start.container, **user, context.behaviour);
  }
  co_return problem;
}

/// Returns the call that creates the container. The configuration is in the call alone, not in the frame of its caller.
sim::Task<runtime::Result<memory::Text>> creation(SyncContext& context, const ContainerStart& start, memory::Text image,
                                                  std::uint32_t attempt) {
  return context.runtime.create_container(context.process, start.sandbox_id,
                                          config_of(context, start, std::move(image), attempt));
}

struct CreatedContainer {
  memory::Text id;
};
using CreateResult = boost::system::result<CreatedContainer, SyncFailure>;

sim::Task<CreateResult> create(SyncContext& context, const ContainerStart& start, memory::Text image) {
  if (const auto latency = context.helper.draw_latency(TimedStep::creation)) {
    co_await sim::sleep_for(context.process, *latency);
  }
  if (const std::optional<std::string> problem = co_await config_problem(context, start)) {
    co_return failed(context, start, {}, reason::create_container_config_error, *problem);
  }
  if (context.actuated != nullptr) {
    context.actuated->set(start.pod->metadata.uid, start.container->name, api::amounts_of(*start.container));
  }
  const std::uint32_t attempt = next_attempt(context, start);
  const runtime::Result<memory::Text> created = co_await creation(context, start, std::move(image), attempt);
  if (!created)
    co_return failed(context, start, {}, reason::create_container_error, runtime::status_description(created.error()));
  if (context.logs != nullptr) context.logs->write(start.pod->metadata.uid, start.container->name, attempt);
  if (context.events.is_listening()) {
    record_event(context, start, *created, EventType::normal, event_reason::created,
                 release::container_created(context.behaviour, start.container->name));
  }
  co_return CreatedContainer{*created};
}

sim::Task<std::optional<SyncFailure>> run_post_start(SyncContext& context, const ContainerStart& start,
                                                     memory::Text container_id) {
  const std::string& name = start.container->name;
  const std::optional<HookFailure> failure =
      co_await run_hook(context, start.pod, name, container_id, *start.container->lifecycle.post_start);
  if (!failure) co_return std::nullopt;
  record_event(context, start, container_id, EventType::warning, event_reason::failed_post_start_hook,
               release::hook_failed(context.behaviour, "PostStart", failure->message));
  const std::string why{decide::kill_reason::failed_post_start_hook};
  ContainerKill kill{start.pod, container_id, name, why, why, {}, {}};
  const runtime::Result<> ignored = co_await kill_container(context, std::move(kill));
  static_cast<void>(ignored);
  co_return SyncFailure{release::post_start_error(context.behaviour, failure->error), failure->message};
}

}  // namespace

memory::Text crash_backoff_key(const SyncContext& context, const api::Pod& pod, const api::Container& container) {
  const std::string identity =
      context.behaviour.has(release::back_off_key_has_resources)
          ? fmt::format("{}_{}_{}", container.image, listed(container.requests), listed(container.limits))
          : hex(context.policy.hash_container(container));
  const api::ObjectMeta& meta = pod.metadata;
  return memory::Text::joined({meta.name, "_", meta.namespace_name, "_", meta.uid, "_", container.name, "_", identity});
}

std::optional<InBackOff> check_crash_backoff(SyncContext& context, const ContainerStart& start) {
  const std::string& name = start.container->name;
  const auto exited =
      std::ranges::find_if(start.status->containers, [&name](const runtime::ContainerStatus& container) {
        return container.name == name && container.state == runtime::ContainerState::exited;
      });
  if (exited == start.status->containers.end()) return std::nullopt;
  memory::Text key = crash_backoff_key(context, *start.pod, *start.container);
  const std::optional<sim::Duration> delay = context.crash_backoff.delay_since(key, exited->finished_at);
  if (start.back_offs != nullptr) {
    start.back_offs->push_back(finding_of_start(context.crash_backoff, key, *exited, context.process.now()));
  }
  if (!delay) {
    context.crash_backoff.next(key, exited->finished_at);
    if (start.back_offs != nullptr) start.back_offs->back().next_delay = context.crash_backoff.get(key);
    return std::nullopt;
  }
  record_back_off(context, *start.pod, *start.container);
  const sim::Time surely_until = context.crash_backoff.holds_until(key, exited->finished_at);
  return InBackOff{
      start.container,
      std::move(key),
      exited->finished_at,
      *delay,
      SyncFailure{reason::crash_loop_back_off,
                  release::restart_back_off_error(context.behaviour, *delay, name, api::format_pod(*start.pod)),
                  exited->finished_at + *delay},
      surely_until};
}

bool is_still_in_back_off(const SyncContext& context, const InBackOff& held) {
  if (context.process.now() < held.surely_until) return true;
  return context.crash_backoff.delay_since(held.backoff_key, held.exited_at) == held.delay;
}

void record_back_off(SyncContext& context, const api::Pod& pod, const api::Container& container) {
  if (!context.events.is_listening()) return;
  record_container_event(context.events, pod, container.name, {}, EventType::warning, event_reason::back_off,
                         release::restart_back_off_event(context.behaviour, container.name, api::format_pod(pod)));
}

sim::Task<std::optional<SyncFailure>> start_container(SyncContext& context, const ContainerStart& start) {
  EnsuredImage image = co_await context.images.ensure_image(start.pod, *start.container, start.back_offs);
  if (!image) {
    if (context.behaviour.has(release::image_errors_in_failed_event)) {
      record_event(context, start, {}, EventType::warning, event_reason::failed, "Error: " + image.error().error);
    }
    co_return image.error();
  }
  const CreateResult created = co_await create(context, start, std::move(image->reference));
  if (!created) co_return created.error();

  const runtime::Result<> started = co_await context.runtime.start_container(context.process, created->id);
  if (!started) {
    co_return failed(context, start, created->id, reason::run_container_error,
                     runtime::status_description(started.error()));
  }
  if (const auto delay = context.helper.draw_call_return()) co_await sim::sleep_for(context.process, *delay);
  if (context.events.is_listening()) {
    record_event(context, start, created->id, EventType::normal, event_reason::started,
                 release::container_started(context.behaviour, start.container->name));
  }
  std::optional<SyncFailure> hook_failure;
  if (start.container->lifecycle.post_start) {
    hook_failure = co_await run_post_start(context, start, created->id);
  }
  co_return hook_failure;
}

}  // namespace podreel::sync

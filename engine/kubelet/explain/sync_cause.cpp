#include "engine/kubelet/explain/sync_cause.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/api/lower_case.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

namespace {

using CauseKind = SyncCause::Kind;
using lifecycle::Detection;
using lifecycle::EventType;
using lifecycle::PodLifecycleEvent;
using runtime::ContainerState;

/// Text of a cause that has no details of its own: "sync triggered by <trigger>: <event> at 1.000s (<detail>)".
struct PlainCause {
  const decide::Rule& rule;
  std::string_view trigger;
  std::string_view event;
  std::string_view detail{};
};

PlainCause plain_cause(CauseKind kind) {
  switch (kind) {
    case CauseKind::added:
      return {sync_rule::config_add, "a pod update", "ADD"};
    case CauseKind::updated:
      return {sync_rule::config_update, "a pod update", "UPDATE"};
    case CauseKind::deleted:
      return {sync_rule::config_delete, "a pod update", "DELETE"};
    case CauseKind::removed:
      return {sync_rule::config_remove, "a pod update", "REMOVE"};
    case CauseKind::reconciled:
      return {sync_rule::config_reconcile, "a pod update", "RECONCILE"};
    case CauseKind::mirror_changed:
      return {sync_rule::mirror_changed, "the mirror pod", "changed"};
    case CauseKind::active_deadline:
      return {sync_rule::active_deadline, "activeDeadlineSeconds", "found exceeded"};
    case CauseKind::preempted:
      return {sync_rule::preempted, "preemption", "killed to make room for a critical pod"};
    case CauseKind::shut_down:
      return {sync_rule::shut_down, "node shutdown", "killed"};
    case CauseKind::evicted:
      return {sync_rule::node_pressure, "node pressure", "evicted"};
    case CauseKind::resized:
      return {sync_rule::resized, "a resize", "decided"};
    case CauseKind::resync:
      return {sync_rule::resync, "the resync timer", "due", "previous sync"};
    case CauseKind::retry:
      return {sync_rule::retry, "the retry timer", "due", "previous sync failed"};
    case CauseKind::transient_retry:
      return {sync_rule::transient_retry, "the retry timer", "due", "previous sync failed, maybe transiently,"};
    case CauseKind::back_off_end:
      return {sync_rule::back_off_end, "the end of a back-off", "due", "previous sync in back-off"};
    case CauseKind::waits_for_name:
      return {sync_rule::waits_for_name, "the retry timer", "due", "another static pod had the same name"};
    case CauseKind::next_stage:
      return {sync_rule::next_stage, "the end of the previous stage", "ended"};
    case CauseKind::continues:
      return {sync_rule::continues, "RestartAllContainers", "containers removed"};
    case CauseKind::orphaned:
      return {sync_rule::orphaned, "housekeeping", "found running without a source"};
    case CauseKind::wanted_again:
      return {sync_rule::wanted_again, "housekeeping", "found its manifest again"};
    case CauseKind::unknown:
    case CauseKind::pleg_event:
    case CauseKind::probe_result:
      break;
  }
  return {sync_rule::worker_notified, "its worker", "requested"};
}

std::string detail_of(const Explanation& explanation, const SyncCause& cause, const PlainCause& plain) {
  if (cause.since == sim::Time{}) return {};
  const std::string since = explanation.time_text(cause.since);
  if (cause.kind == CauseKind::added) return fmt::format(" (kubelet started at {})", since);
  if (plain.detail.empty()) return {};
  if (cause.kind == CauseKind::waits_for_name) return fmt::format(" ({}, at {})", plain.detail, since);
  return fmt::format(" ({} at {})", plain.detail, since);
}

bool is_timed(CauseKind kind) {
  return kind == CauseKind::resync || kind == CauseKind::retry || kind == CauseKind::transient_retry ||
         kind == CauseKind::back_off_end;
}

void add_plain(Explanation& explanation, const SyncCause& cause) {
  const PlainCause plain = plain_cause(cause.kind);
  ExplanationStep step{
      .rule = plain.rule,
      .kind = trace::StepKind::trigger,
      .found = fmt::format("{} at {}{}", plain.event,
                           explanation.time_text(cause.kind == CauseKind::next_stage ? cause.since : cause.at),
                           detail_of(explanation, cause, plain)),
      .effect = fmt::format("sync triggered by {}", plain.trigger)};
  if (is_timed(cause.kind)) step.facts["timed"] = true;
  if (cause.since == sim::Time{}) return explanation.add(std::move(step), {{"notified", cause.at}});
  const char* const since = cause.kind == CauseKind::added ? "kubeletStarted" : "syncedBefore";
  explanation.add(std::move(step), {{since, cause.since}, {"notified", cause.at}});
}

const runtime::ContainerStatus* find_instance(const SyncStory& story, std::string_view id) {
  if (!story.observed) return nullptr;
  const auto found = std::ranges::find(story.observed->containers, id, &runtime::ContainerStatus::id);
  return found == story.observed->containers.end() ? nullptr : &*found;
}

std::string_view name_of(Detection::By by) {
  switch (by) {
    case Detection::By::relist:
      return "the relist";
    case Detection::By::pod_relist:
      return "the relist of this pod";
    case Detection::By::runtime_event:
      break;
  }
  return "a runtime event";
}

/// Returns when a container came into the state that an event reports; no value if that is not known.
std::optional<sim::Time> changed_at(const PodLifecycleEvent& event, const runtime::ContainerStatus* container) {
  if (container == nullptr) return std::nullopt;
  if (event.type == EventType::container_died && container->state == ContainerState::exited) {
    return container->finished_at;
  }
  const bool has_started = event.type == EventType::container_started && container->started_at != sim::Time{};
  return has_started ? std::optional{container->started_at} : std::nullopt;
}

/// "app", "sandbox b9b14f4d", "b9b14f4d" of an instance that is gone, "the pod".
std::string subject_of(const SyncStory& story, const PodLifecycleEvent& event,
                       const runtime::ContainerStatus* container) {
  if (container != nullptr) return std::string{container->name.view()};
  if (event.id.empty()) return "the pod";
  const bool is_sandbox =
      story.observed && std::ranges::find(story.observed->sandboxes, event.id.view(), &runtime::SandboxStatus::id) !=
                            story.observed->sandboxes.end();
  return fmt::format("{}{}", is_sandbox ? "sandbox " : "", event.id);
}

std::string_view verb_of(EventType type) {
  switch (type) {
    case EventType::container_started:
      return "start";
    case EventType::container_died:
      return "exit";
    case EventType::container_removed:
      return "removed";
    case EventType::container_changed:
      return "change";
    case EventType::condition_met:
      break;
  }
  return "again, as requested";
}

void add_pleg_event(Explanation& explanation, const SyncStory& story, const SyncCause& cause,
                    const PodLifecycleEvent& event) {
  const runtime::ContainerStatus* container = find_instance(story, event.id);
  const bool by_event = event.seen.by == Detection::By::runtime_event;
  ExplanationStep step{.rule = by_event ? sync_rule::runtime_event : sync_rule::relist_event,
                       .kind = trace::StepKind::trigger,
                       .effect = "sync triggered by PLEG"};
  if (container != nullptr) step.subject = container->name;
  const std::string observer = fmt::format("{} at {}", name_of(event.seen.by), explanation.time_text(event.seen.at));
  std::string change = fmt::format("{} {}", subject_of(story, event, container), verb_of(event.type));
  const std::optional<sim::Time> happened = changed_at(event, container);
  // A runtime event comes with the change, and may come with an older state of the container.
  const bool is_before = happened && *happened <= event.seen.at;
  if (is_before) {
    change += fmt::format(" (at {}, {} earlier)", explanation.time_text(*happened),
                          Explanation::duration_text(event.seen.at - *happened));
  } else if (happened) {
    change += fmt::format(" (at {})", explanation.time_text(*happened));
  }
  step.found = fmt::format("{} saw {}", observer, change);
  step.facts["observer"] = observer;
  step.facts["change"] = change;
  step.facts["event"] = lifecycle::to_string(event.type);
  if (!event.id.empty()) step.facts["id"] = event.id;
  if (!happened) return explanation.add(std::move(step), {{"seen", event.seen.at}, {"notified", cause.at}});
  const bool died = event.type == EventType::container_died;
  step.facts["waitedSeconds"] = Explanation::seconds(cause.at - *happened);
  explanation.add(std::move(step),
                  {{died ? "exited" : "started", *happened}, {"seen", event.seen.at}, {"notified", cause.at}});
}

void add_probe_result(Explanation& explanation, const SyncStory& story, const SyncCause& cause,
                      const ProbeChange& probe) {
  const runtime::ContainerStatus* container = find_instance(story, probe.container_id);
  const std::string_view result = probe.result == decide::ProbeResult::success ? "success" : "failure";
  ExplanationStep step{
      .rule = sync_rule::probe_result, .kind = trace::StepKind::trigger, .effect = "sync triggered by a probe"};
  step.subject = container == nullptr ? probe.container_id : std::string{container->name};
  step.found =
      fmt::format("the {} probe of {} changed to {} at {}", api::lower_case(std::string{to_string(probe.type)}),
                  step.subject, result, explanation.time_text(cause.at));
  step.facts["probe"] = to_string(probe.type);
  step.facts["result"] = result;
  explanation.add(std::move(step), {{"notified", cause.at}});
}

void add_waits(Explanation& explanation, const SyncStory& story) {
  const bool was_busy = !story.causes.empty() && story.causes.front().at < story.synced_before;
  const std::string previous = fmt::format("previous sync ended at {}", explanation.time_text(story.synced_before));
  if (was_busy) {
    explanation.add({.rule = sync_rule::one_sync_at_a_time,
                     .kind = trace::StepKind::wait,
                     .found = previous,
                     .effect = "sync waited for the previous sync",
                     .is_detail = story.began_at > story.taken_at},
                    {{"syncedBefore", story.synced_before}});
  }
  if (story.began_at <= story.taken_at) return;
  const sim::Duration waited = story.began_at - story.taken_at;
  explanation.add({.rule = sync_rule::waits_for_status,
                   .kind = trace::StepKind::wait,
                   .found = fmt::format("{}; status read at {}", previous, explanation.time_text(story.began_at)),
                   .effect = fmt::format("sync waited {} for a newer pod status", Explanation::duration_text(waited)),
                   .facts = {{"waitedSeconds", Explanation::seconds(waited)}}},
                  {{"syncedBefore", story.synced_before}, {"seen", story.began_at}});
}

}  // namespace

void add_story(Explanation& explanation, const SyncStory& story) {
  for (const SyncCause& cause : story.causes) {
    if (const auto* event = std::get_if<PodLifecycleEvent>(&cause.of)) {
      add_pleg_event(explanation, story, cause, *event);
    } else if (const auto* probe = std::get_if<ProbeChange>(&cause.of)) {
      add_probe_result(explanation, story, cause, *probe);
    } else {
      add_plain(explanation, cause);
    }
  }
  add_waits(explanation, story);
}

}  // namespace podreel::kubelet

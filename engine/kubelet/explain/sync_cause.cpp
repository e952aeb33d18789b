#include "engine/kubelet/explain/sync_cause.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

namespace {

using Kind = SyncCause::Kind;
using lifecycle::EventType;
using lifecycle::PodLifecycleEvent;
using lifecycle::Sighting;
using runtime::ContainerState;

/// How a cause is told that needs no words of its own.
struct PlainCause {
  const decide::Rule& rule;
  std::string_view found;
};

PlainCause plain_cause(Kind kind) {
  switch (kind) {
    case Kind::added:
      return {sync_rule::config_add, "the sync loop was told of it (ADD)"};
    case Kind::updated:
      return {sync_rule::config_update, "the sync loop was told of a change (UPDATE)"};
    case Kind::deleted:
      return {sync_rule::config_delete, "the sync loop was told that it is to be deleted (DELETE)"};
    case Kind::removed:
      return {sync_rule::config_remove, "the sync loop was told that it is gone (REMOVE)"};
    case Kind::reconciled:
      return {sync_rule::config_reconcile, "the sync loop was told of a status that somebody else set (RECONCILE)"};
    case Kind::mirror_changed:
      return {sync_rule::mirror_changed, "its mirror pod changed"};
    case Kind::active_deadline:
      return {sync_rule::active_deadline, "its activeDeadlineSeconds have passed"};
    case Kind::preempted:
      return {sync_rule::preempted, "it makes room for a critical pod"};
    case Kind::shut_down:
      return {sync_rule::shut_down, "its node shuts down"};
    case Kind::evicted:
      return {sync_rule::node_pressure, "its node is short of a resource"};
    case Kind::resized:
      return {sync_rule::resized, "its resize has been decided about"};
    case Kind::resync:
      return {sync_rule::resync, "its worker's pause was over, after a sync that went well"};
    case Kind::retry:
      return {sync_rule::retry, "its worker's pause was over, after a sync that failed"};
    case Kind::transient_retry:
      return {sync_rule::transient_retry, "its worker's pause was over, after a sync that failed for now"};
    case Kind::back_off_end:
      return {sync_rule::back_off_end, "its worker's pause was over, after a sync that a back-off refused"};
    case Kind::waits_for_name:
      return {sync_rule::waits_for_name, "its worker's pause was over, as another static pod had its name"};
    case Kind::next_stage:
      return {sync_rule::next_stage, "the stage before this one was over"};
    case Kind::goes_on:
      return {sync_rule::goes_on, "the sync before this one removed containers that are to be started anew"};
    case Kind::orphaned:
      return {sync_rule::orphaned, "housekeeping found it, which nobody wants any more"};
    case Kind::wanted_again:
      return {sync_rule::wanted_again, "housekeeping found its manifest, whose worker had finished"};
    case Kind::untold:
    case Kind::pleg_event:
    case Kind::probe_result:
      break;
  }
  return {sync_rule::told, "its worker was told to sync it"};
}

void add_plain(Explanation& explanation, const SyncCause& cause) {
  const auto [rule, found] = plain_cause(cause.kind);
  Step step{rule, {}, fmt::format("{} at {}", found, explanation.told(cause.at))};
  if (cause.since == sim::Time{}) return explanation.add(std::move(step), {{"told", cause.at}});
  const bool of_kubelet = cause.kind == Kind::added;
  step.found += fmt::format("; {} {}", of_kubelet ? "the kubelet started at" : "that one ended at",
                            explanation.told(cause.since));
  explanation.add(std::move(step), {{of_kubelet ? "kubeletStarted" : "syncedBefore", cause.since}, {"told", cause.at}});
}

const runtime::ContainerStatus* find_instance(const SyncStory& story, std::string_view id) {
  if (!story.observed) return nullptr;
  const auto found = std::ranges::find(story.observed->containers, id, &runtime::ContainerStatus::id);
  return found == story.observed->containers.end() ? nullptr : &*found;
}

std::string_view how_seen(Sighting::By by) {
  switch (by) {
    case Sighting::By::relist:
      return "the relist";
    case Sighting::By::pod_relist:
      return "the relist of this pod alone";
    case Sighting::By::runtime_event:
      break;
  }
  return "an event of the runtime";
}

/// When a container came into the state that an event tells; no value if nobody knows.
std::optional<sim::Time> changed_at(const PodLifecycleEvent& event, const runtime::ContainerStatus* container) {
  if (container == nullptr) return std::nullopt;
  if (event.type == EventType::container_died && container->state == ContainerState::exited) {
    return container->finished_at;
  }
  const bool has_started = event.type == EventType::container_started && container->started_at != sim::Time{};
  return has_started ? std::optional{container->started_at} : std::nullopt;
}

std::string_view state_after(EventType type) {
  switch (type) {
    case EventType::container_started:
      return "runs";
    case EventType::container_died:
      return "has ended";
    case EventType::container_removed:
      return "is gone";
    case EventType::container_changed:
      return "has changed";
    case EventType::condition_met:
      break;
  }
  return "is to be looked at";
}

void add_pleg_event(Explanation& explanation, const SyncStory& story, const SyncCause& cause,
                    const PodLifecycleEvent& event) {
  const runtime::ContainerStatus* container = find_instance(story, event.id);
  const bool by_event = event.seen.by == Sighting::By::runtime_event;
  Step step{by_event ? sync_rule::runtime_event : sync_rule::relist_event};
  if (container != nullptr) step.subject = container->name;
  const std::string what = container != nullptr ? "it" : event.id.empty() ? "the pod" : fmt::format("{}", event.id);
  step.found = fmt::format("{} at {} tells that {} {}", how_seen(event.seen.by), explanation.told(event.seen.at), what,
                           state_after(event.type));
  step.facts["event"] = lifecycle::to_string(event.type);
  if (!event.id.empty()) step.facts["id"] = event.id;
  const std::optional<sim::Time> happened = changed_at(event, container);
  if (!happened) return explanation.add(std::move(step), {{"seen", event.seen.at}, {"told", cause.at}});
  const bool died = event.type == EventType::container_died;
  step.found +=
      fmt::format(", since {}: {} before", explanation.told(*happened), Explanation::told(event.seen.at - *happened));
  step.facts["waitedSeconds"] = Explanation::seconds(cause.at - *happened);
  explanation.add(std::move(step),
                  {{died ? "exited" : "started", *happened}, {"seen", event.seen.at}, {"told", cause.at}});
}

void add_probe_result(Explanation& explanation, const SyncStory& story, const SyncCause& cause,
                      const ProbeChange& probe) {
  const runtime::ContainerStatus* container = find_instance(story, probe.container_id);
  const std::string_view result = probe.result == decide::ProbeResult::success ? "success" : "failure";
  Step step{sync_rule::probe_result};
  step.subject = container == nullptr ? probe.container_id : std::string{container->name};
  step.found = fmt::format("its result of the {} probe became {} at {}", to_string(probe.type), result,
                           explanation.told(cause.at));
  step.facts["probe"] = to_string(probe.type);
  step.facts["result"] = result;
  explanation.add(std::move(step), {{"told", cause.at}});
}

void add_waits(Explanation& explanation, const SyncStory& story) {
  const bool was_busy = !story.causes.empty() && story.causes.front().at < story.synced_before;
  if (was_busy) {
    explanation.add(
        {.rule = sync_rule::one_sync_at_a_time,
         .found = fmt::format("its worker was at a sync that ended at {}", explanation.told(story.synced_before))},
        {{"syncedBefore", story.synced_before}});
  }
  if (story.began_at <= story.taken_at) return;
  explanation.add({.rule = sync_rule::waits_for_status,
                   .found = fmt::format("the sync before ended at {}, and the next status came at {}: a wait of {}",
                                        explanation.told(story.synced_before), explanation.told(story.began_at),
                                        Explanation::told(story.began_at - story.taken_at)),
                   .facts = {{"waitedSeconds", Explanation::seconds(story.began_at - story.taken_at)}}},
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

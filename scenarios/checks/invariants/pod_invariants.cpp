// Invariants of pods in the API.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <variant>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/checks/invariants/pod_versions.hpp"

namespace podreel::invariants {

namespace {

using api::ContainerStatus;
using api::ContainerStatuses;
using api::Pod;
using api::PodPhase;
using release::Behaviour;

std::array<const ContainerStatuses*, 3> all_statuses(const Pod& pod) {
  return {&pod.status.init_container_statuses, &pod.status.container_statuses,
          &pod.status.ephemeral_container_statuses};
}

/// Whether the status is the one that status managers write for a container with an unknown end when its pod is gone
/// (TerminatePod); they keep the rest of the old status.
bool is_lost(const ContainerStatus& status) {
  const auto* ended = std::get_if<api::StateTerminated>(&status.state);
  return ended != nullptr && ended->started_at == sim::Time{};
}

// The invariants, in the order of the table.

/// A faulty kubelet reports a terminated pod again, and treats containers without an exit code as succeeded.
bool is_misread(const History& history, const Pod& after) {
  return after.metadata.deletion_timestamp && history.circumstances().is_known_bug(release::termination_marks_unknown);
}

/// A faulty kubelet admits finished pods again when it starts, and fails those that no longer fit.
bool is_admitted_again(const History& history, const Pod& after) {
  return after.status.phase == PodPhase::failed && after.status.container_statuses.empty() &&
         history.circumstances().is_known_bug(release::finished_pods_skip_admission);
}

/// Before pod workers had stages, a sync that waited while the kubelet ended its pod continued with the previous state
/// of the pod.
bool is_overtaken(const History& history, const Pod& before) {
  constexpr std::array<std::string_view, 4> ended_by_the_kubelet = {"Preempting", "Evicted", "Shutdown", "Terminated"};
  return std::ranges::find(ended_by_the_kubelet, before.status.reason) != ended_by_the_kubelet.end() &&
         history.circumstances().is_known_bug(release::pod_workers_have_stages);
}

/// A faulty kubelet gives a pod that never restarts another sandbox when its sandbox dies, and runs its init
/// containers.
bool is_initialized_again(const History& history, const Pod& after) {
  return after.spec->restart_policy == api::RestartPolicy::never && !after.spec->init_containers.empty() &&
         history.circumstances().is_known_bug(release::never_pod_keeps_dead_sandbox);
}

std::optional<Finding> finished_pods_stay_finished(const History& history) {
  return in_steps(history, [&history](const Pod& before, const Pod& after) -> std::string {
    const PodPhase from = before.status.phase;
    const PodPhase to = after.status.phase;
    if (!is_terminal(from) || from == to) return {};
    // A static pod that is removed and added again starts over, under the same mirror pod.
    if (after.is_mirror() || is_misread(history, after)) return {};
    if (is_admitted_again(history, after) || is_overtaken(history, before)) return {};
    if (is_initialized_again(history, after)) return {};
    // A kubelet uses the phase that it last read from the API, and the deadline of its present pod.
    if (to == PodPhase::failed && after.status.reason == "DeadlineExceeded") return {};
    return fmt::format("{} after {}", to_string(to), to_string(from));
  });
}

/// Whether its kubelet rejected it: then its phase depends on how its containers end.
bool was_turned_away(const History& history, const Pod& pod) {
  const PodLife* life = history.pod_named(api::full_name(pod));
  return life != nullptr && was_rejected(*life);
}

/// A faulty kubelet treats a container that was created and never started as succeeded.
bool was_taken_for_success(const History& history, const Pod& pod) {
  return history.circumstances().is_known_bug(release::created_is_waiting) &&
         std::ranges::any_of(history.instances(), [name = api::full_name(pod)](const Instance& instance) {
           return instance.pod == name && !instance.started_at;
         });
}

std::optional<Finding> pods_succeed_by_their_containers(const History& history) {
  return in_versions(history, [&history](const Pod& pod, sim::Time) -> std::string {
    if (pod.status.phase != PodPhase::succeeded || was_turned_away(history, pod)) return {};
    const bool ends_by_itself = pod.spec->restart_policy != api::RestartPolicy::always;
    if (!ends_by_itself && !pod.metadata.deletion_timestamp && !find_condition(pod.status, "DisruptionTarget")) {
      return "Succeeded although its containers are always restarted";
    }
    for (const ContainerStatus& status : pod.status.container_statuses) {
      const auto* ended = std::get_if<api::StateTerminated>(&status.state);
      if (ended == nullptr) return fmt::format("Succeeded although {} has not ended", status.name);
      if (ended->exit_code != 0 && !was_taken_for_success(history, pod))
        return fmt::format("Succeeded although {} has failed", status.name);
    }
    return {};
  });
}

bool is_same_container(const Instance& left, const Instance& right) {
  return left.pod == right.pod && left.container == right.container;
}

/// Whether there was an earlier instance.
bool has_predecessor(const History& history, const Instance& instance) {
  return std::ranges::any_of(history.instances(), [&instance](const Instance& other) {
    return is_same_container(other, instance) && other.created_at < instance.created_at;
  });
}

/// Whether the runtime has no earlier instances.
bool is_first(const History& history, const Instance& instance) {
  return std::ranges::none_of(history.instances(), [&instance](const Instance& other) {
    return is_same_container(other, instance) && other.created_at < instance.created_at &&
           (!other.removed_at || *other.removed_at > instance.created_at);
  });
}

/// One kubelet keeps counting after the runtime has removed instances, and another one uses the runtime's count
/// (convertToAPIContainerStatuses, pkg/kubelet/kubelet_pods.go).
bool count_differently(const Circumstances& circumstances) {
  return circumstances.any_has(release::restart_all_containers) &&
         circumstances.any_lacks(release::restart_all_containers);
}

/// Whether the count was lost between two statuses: the runtime has removed earlier instances, the newest was removed
/// externally, or only the previous kubelet knew the count.
bool is_forgotten(const History& history, const ContainerStatus& before, const ContainerStatus& after) {
  const Instance* instance = history.find_instance(api::bare_id(after.container_id));
  const Instance* earlier = history.find_instance(api::bare_id(before.container_id));
  if (instance == nullptr) return false;
  const bool differently = count_differently(history.circumstances());
  return std::ranges::any_of(history.instances(), [&](const Instance& other) {
    if (!is_same_container(other, *instance)) return false;
    if (other.was_taken_away) return true;
    if (other.created_at > instance->created_at || !is_first(history, other)) return false;
    const bool is_between = earlier == nullptr || other.created_at > earlier->created_at;
    return is_between || (differently && has_predecessor(history, other));
  });
}

/// Up to 1.31 a resize reports the status that the pod had in the API when the resize was requested.
bool repeats_status_for_resize(const History& history, const Pod& after) {
  return !after.status.resize.empty() && history.circumstances().is_known_bug(release::resize_from_allocation);
}

std::optional<Finding> restart_counts_only_grow(const History& history) {
  return in_steps(history, [&history](const Pod& before, const Pod& after) -> std::string {
    if (after.is_mirror() || repeats_status_for_resize(history, after)) return {};
    const auto was = all_statuses(before);
    const auto is = all_statuses(after);
    for (std::size_t list = 0; list < was.size(); ++list) {
      for (const ContainerStatus& status : *is.at(list)) {
        const ContainerStatus* known = find_status(*was.at(list), status.name);
        if (known == nullptr || status.restart_count >= known->restart_count) continue;
        if (is_forgotten(history, *known, status)) continue;
        if (!history.has_complete_record(api::full_name(after), status.name)) continue;
        return fmt::format("the restartCount of {} is {} after {}", status.name, status.restart_count,
                           known->restart_count);
      }
    }
    return {};
  });
}

/// Returns the first container that is ready and does not run; null without one.
const ContainerStatus* ready_without_running(const Pod& pod) {
  const auto& statuses = pod.status.container_statuses;
  const auto found = std::ranges::find_if(
      statuses, [](const ContainerStatus& status) { return status.ready && !is_running(status) && !is_lost(status); });
  return found == statuses.end() ? nullptr : found;
}

/// A delayed loop has handled a probe result after the pod had ended, and its status is not generated again
/// (SetContainerReadiness).
bool was_observed_late(const History& history, const PodVersion& version) {
  return is_terminal(version.pod->status.phase) &&
         std::ranges::any_of(history.records(), [&version](const trace::Record& record) {
           return std::holds_alternative<trace::Node>(record.payload) && record.time < version.since;
         });
}

std::optional<Finding> ready_containers_run(const History& history) {
  // The last probe result may be handled after the container's end, and counts until the status is generated again.
  constexpr sim::Duration briefly = std::chrono::seconds{5};
  for (const PodLife& life : history.pods()) {
    for (std::size_t index = 0; index < life.versions.size(); ++index) {
      const PodVersion& version = life.versions[index];
      const ContainerStatus* ready = ready_without_running(*version.pod);
      const bool is_last = index + 1 == life.versions.size();
      const sim::Time until = is_last ? life.gone_at.value_or(history.ended_at()) : life.versions[index + 1].since;
      if (ready == nullptr || until - version.since < briefly || was_observed_late(history, version)) continue;
      return Finding{version.since,
                     fmt::format("{}: {} is ready but does not run", api::full_name(*version.pod), ready->name)};
    }
  }
  return std::nullopt;
}

std::optional<Finding> ready_pods_have_ready_containers(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time) -> std::string {
    const api::PodCondition* ready = find_condition(pod.status, "Ready");
    if (ready == nullptr || ready->status != "True") return {};
    const api::PodCondition* containers = find_condition(pod.status, "ContainersReady");
    if (containers != nullptr && containers->status != "True") return "Ready without ContainersReady";
    for (const ContainerStatus& status : pod.status.container_statuses) {
      if (!status.ready) return fmt::format("Ready although {} is not ready", status.name);
    }
    return {};
  });
}

std::optional<Finding> start_times_stay(const History& history) {
  return in_steps(history, [](const Pod& before, const Pod& after) -> std::string {
    const auto& was = before.status.start_time;
    // A restarted kubelet reads a static pod's file before it receives the mirror pod with the time.
    if (after.is_mirror()) return {};
    return was && after.status.start_time != was ? "its startTime has changed" : "";
  });
}

std::optional<Finding> deletions_are_final(const History& history) {
  return in_steps(history, [](const Pod& before, const Pod& after) -> std::string {
    if (!before.metadata.deletion_timestamp) return {};
    if (!after.metadata.deletion_timestamp) return "its deletionTimestamp was removed";
    const bool has_longer =
        after.metadata.deletion_grace_period_seconds > before.metadata.deletion_grace_period_seconds;
    return has_longer ? "its deletionGracePeriodSeconds increased" : "";
  });
}

std::optional<Finding> generations_only_grow(const History& history) {
  const auto step = [](const Pod& before, const Pod& after) -> std::string {
    if (after.metadata.generation < before.metadata.generation) return "its generation decreased";
    // A kubelet without support for the field leaves it out.
    const std::int64_t observed = after.status.observed_generation;
    if (observed > after.metadata.generation) return "its observedGeneration is greater than its generation";
    const bool fewer = observed < before.status.observed_generation && observed != 0;
    return fewer && !after.is_mirror() ? "its observedGeneration decreased" : "";
  };
  return in_steps(history, step);
}

std::optional<Finding> statuses_are_those_of_the_spec(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time) -> std::string {
    if (pod.is_mirror()) return {};
    for (const ContainerStatuses* statuses : all_statuses(pod)) {
      std::set<std::string_view> seen;
      for (const ContainerStatus& status : *statuses) {
        if (!seen.insert(status.name).second) return fmt::format("{} is reported twice", status.name);
        const bool is_known = find_container(*pod.spec, status.name).container != nullptr;
        if (!is_known) return fmt::format("{} is reported but not in the spec", status.name);
      }
    }
    const auto& regular = pod.status.container_statuses;
    const bool sorted = std::ranges::is_sorted(regular, {}, &ContainerStatus::name);
    return sorted ? "" : "its containers are not sorted by name";
  });
}

std::optional<Finding> ends_follow_starts(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time since) -> std::string {
    for (const ContainerStatuses* statuses : all_statuses(pod)) {
      for (const ContainerStatus& status : *statuses) {
        const auto* ended = std::get_if<api::StateTerminated>(&status.state);
        if (ended == nullptr || (ended->started_at <= ended->finished_at && ended->finished_at <= since)) continue;
        return fmt::format("{} has an end before its start or in the future", status.name);
      }
    }
    return {};
  });
}

/// Other clients may write later times than the kubelet, which keeps writing its own.
bool is_written_by_others(const History& history, const Pod& pod) {
  const std::string name = api::full_name(pod);
  return std::ranges::any_of(history.records(), [&name](const trace::Record& record) {
    if (record.pod != name) return false;
    const auto* api = std::get_if<trace::Api>(&record.payload);
    const auto* event = std::get_if<trace::Event>(&record.payload);
    return (api != nullptr && api->op == "patch_status") ||
           (event != nullptr && event->component == "node-controller" && event->reason == "NodeNotReady");
  });
}

std::optional<Finding> conditions_turn_forwards(const History& history) {
  return in_steps(history, [&history](const Pod& before, const Pod& after) -> std::string {
    if (after.is_mirror() || is_written_by_others(history, after)) return {};
    for (const api::PodCondition& condition : after.status.conditions) {
      const api::PodCondition* was = find_condition(before.status, condition.type);
      if (was == nullptr) continue;
      const bool overrides = condition.status != was->status;
      if (condition.last_transition_time < was->last_transition_time) {
        return fmt::format("the lastTransitionTime of {} decreased", condition.type);
      }
      if (overrides && condition.last_transition_time == sim::Time{}) {
        return fmt::format("{} changed without a lastTransitionTime", condition.type);
      }
    }
    return {};
  });
}

constexpr std::array table_of_pods{
    Invariant{"finished-pods-stay-finished", "a Succeeded or Failed pod never changes its phase",
              finished_pods_stay_finished},
    Invariant{"pods-succeed-by-their-containers",
              "a pod is only Succeeded if all its containers have exited with 0 and will not restart",
              pods_succeed_by_their_containers},
    Invariant{"restart-counts-only-grow",
              "a container's restartCount never decreases while the runtime has an earlier instance",
              restart_counts_only_grow},
    Invariant{"ready-containers-run", "a regular container that is ready runs", ready_containers_run},
    Invariant{"ready-pods-have-ready-containers", "all containers of a Ready pod are ready",
              ready_pods_have_ready_containers},
    Invariant{"start-times-stay", "a pod's startTime never changes", start_times_stay},
    Invariant{"deletions-are-final", "a deletionTimestamp is never removed, and its grace period never increases",
              deletions_are_final},
    Invariant{"generations-only-grow",
              "generation and observedGeneration never decrease, and observedGeneration is at most generation",
              generations_only_grow},
    Invariant{"statuses-are-those-of-the-spec",
              "a status has exactly one entry per reported container of the spec, sorted by name",
              statuses_are_those_of_the_spec},
    Invariant{"ends-follow-starts", "a container's end is after its start and not in the future", ends_follow_starts},
    Invariant{"conditions-turn-forwards", "a changed condition has a lastTransitionTime, which never decreases",
              conditions_turn_forwards},
};

}  // namespace

std::span<const Invariant> invariants_of_pods() {
  return table_of_pods;
}

}  // namespace podreel::invariants

// What holds of pods as the API has them.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <variant>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/reporting.hpp"
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

/// What status managers write of a container of which they never heard how it ended, when its pod is gone
/// (TerminatePod): they leave the rest of its status as it was.
bool is_lost(const ContainerStatus& status) {
  const auto* ended = std::get_if<api::StateTerminated>(&status.state);
  return ended != nullptr && ended->started_at == sim::Time{};
}

// The invariants, in the order of the table.

/// A pod that is all but gone was reported once more by a kubelet that took containers without an exit for successes.
bool is_misread(const History& history, const Pod& after) {
  return after.metadata.deletion_timestamp && history.circumstances().is_known_bug(release::termination_marks_unknown);
}

/// Kubelets that start admitted finished pods again, and failed those that did not fit any more.
bool is_admitted_again(const History& history, const Pod& after) {
  return after.status.phase == PodPhase::failed && after.status.container_statuses.empty() &&
         history.circumstances().is_known_bug(release::finished_pods_skip_admission);
}

/// Before pod workers had stages, a sync that waited while the kubelet ended its pod went on with the pod as it had
/// been.
bool is_overtaken(const History& history, const Pod& before) {
  constexpr std::array<std::string_view, 4> ended_by_the_kubelet = {"Preempting", "Evicted", "Shutdown", "Terminated"};
  return std::ranges::find(ended_by_the_kubelet, before.status.reason) != ended_by_the_kubelet.end() &&
         history.circumstances().is_known_bug(release::pod_workers_have_stages);
}

/// Kubelets that gave pods that are never restarted another sandbox when theirs died, and ran their init containers.
bool is_initialized_again(const History& history, const Pod& after) {
  return after.spec->restart_policy == api::RestartPolicy::never && !after.spec->init_containers.empty() &&
         history.circumstances().is_known_bug(release::never_pod_keeps_dead_sandbox);
}

std::optional<Finding> finished_pods_stay_finished(const History& history) {
  return in_steps(history, [&history](const Pod& before, const Pod& after) -> std::string {
    const PodPhase from = before.status.phase;
    const PodPhase to = after.status.phase;
    if (!is_terminal(from) || from == to) return {};
    // A static pod that is taken away and put back begins anew, under the mirror pod that it had.
    if (after.is_mirror() || is_misread(history, after)) return {};
    if (is_admitted_again(history, after) || is_overtaken(history, before)) return {};
    if (is_initialized_again(history, after)) return {};
    // A kubelet looks at the phase that the API had when it last heard of the pod, and at the deadline that it has now.
    if (to == PodPhase::failed && after.status.reason == "DeadlineExceeded") return {};
    return fmt::format("{} after {}", to_string(to), to_string(from));
  });
}

/// Its kubelet would not have it: it ends as its containers do.
bool was_turned_away(const History& history, const Pod& pod) {
  const PodLife* life = history.pod_named(api::full_name(pod));
  return life != nullptr && was_rejected(*life);
}

/// Kubelets that took a container that was made and never started for one that had succeeded.
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

/// There was one before it.
bool has_predecessor(const History& history, const Instance& instance) {
  return std::ranges::any_of(history.instances(), [&instance](const Instance& other) {
    return is_same_container(other, instance) && other.created_at < instance.created_at;
  });
}

/// The runtime has forgotten all that came before.
bool is_first(const History& history, const Instance& instance) {
  return std::ranges::none_of(history.instances(), [&instance](const Instance& other) {
    return is_same_container(other, instance) && other.created_at < instance.created_at &&
           (!other.removed_at || *other.removed_at > instance.created_at);
  });
}

/// One kubelet has gone on counting where the runtime had forgotten, and another takes the runtime's word for it
/// (convertToAPIContainerStatuses, pkg/kubelet/kubelet_pods.go).
bool count_differently(const Circumstances& circumstances) {
  return circumstances.any_has(release::restart_all_containers) &&
         circumstances.any_lacks(release::restart_all_containers);
}

/// The count has been lost on the way from one status to the next: the runtime has forgotten the containers of then, or
/// somebody has taken the newest away; or it was the kubelet before that knew it.
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

std::optional<Finding> restart_counts_only_grow(const History& history) {
  return in_steps(history, [&history](const Pod& before, const Pod& after) -> std::string {
    if (after.is_mirror()) return {};
    const auto was = all_statuses(before);
    const auto is = all_statuses(after);
    for (std::size_t list = 0; list < was.size(); ++list) {
      for (const ContainerStatus& status : *is.at(list)) {
        const ContainerStatus* known = find_status(*was.at(list), status.name);
        if (known == nullptr || status.restart_count >= known->restart_count) continue;
        if (is_forgotten(history, *known, status)) continue;
        if (!history.knows_all_of(api::full_name(after), status.name)) continue;
        return fmt::format("{} has restarted {} times after {}", status.name, status.restart_count,
                           known->restart_count);
      }
    }
    return {};
  });
}

/// The first that is ready and does not run; null if none is.
const ContainerStatus* ready_without_running(const Pod& pod) {
  const auto& statuses = pod.status.container_statuses;
  const auto found = std::ranges::find_if(
      statuses, [](const ContainerStatus& status) { return status.ready && !is_running(status) && !is_lost(status); });
  return found == statuses.end() ? nullptr : found;
}

/// A loop that could not work has heard of a probe's answer when the pod had ended, and its status is not made again
/// (SetContainerReadiness).
bool was_heard_late(const History& history, const PodVersion& version) {
  return is_terminal(version.pod->status.phase) &&
         std::ranges::any_of(history.records(), [&version](const trace::Record& record) {
           return std::holds_alternative<trace::Node>(record.payload) && record.time < version.since;
         });
}

std::optional<Finding> ready_containers_run(const History& history) {
  // The last answer of its probe may be heard after its end, and counts until its status is made again.
  constexpr sim::Duration briefly = std::chrono::seconds{5};
  for (const PodLife& life : history.pods()) {
    for (std::size_t index = 0; index < life.versions.size(); ++index) {
      const PodVersion& version = life.versions[index];
      const ContainerStatus* ready = ready_without_running(*version.pod);
      const bool is_last = index + 1 == life.versions.size();
      const sim::Time until = is_last ? life.gone_at.value_or(history.ended_at()) : life.versions[index + 1].since;
      if (ready == nullptr || until - version.since < briefly || was_heard_late(history, version)) continue;
      return Finding{version.since,
                     fmt::format("{}: {} is ready and does not run", api::full_name(*version.pod), ready->name)};
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
      if (!status.ready) return fmt::format("Ready although {} is not", status.name);
    }
    return {};
  });
}

std::optional<Finding> start_times_stay(const History& history) {
  return in_steps(history, [](const Pod& before, const Pod& after) -> std::string {
    const auto& was = before.status.start_time;
    // A kubelet that starts reads a static pod's file before it hears of the mirror pod with the time.
    if (after.is_mirror()) return {};
    return was && after.status.start_time != was ? "its startTime has changed" : "";
  });
}

std::optional<Finding> deletions_are_final(const History& history) {
  return in_steps(history, [](const Pod& before, const Pod& after) -> std::string {
    if (!before.metadata.deletion_timestamp) return {};
    if (!after.metadata.deletion_timestamp) return "its deletionTimestamp is gone";
    const bool has_longer =
        after.metadata.deletion_grace_period_seconds > before.metadata.deletion_grace_period_seconds;
    return has_longer ? "its deletionGracePeriodSeconds are more" : "";
  });
}

std::optional<Finding> generations_only_grow(const History& history) {
  const auto step = [](const Pod& before, const Pod& after) -> std::string {
    if (after.metadata.generation < before.metadata.generation) return "its generation has gone down";
    // A kubelet that does not know the field leaves it out.
    const std::int64_t observed = after.status.observed_generation;
    if (observed > after.metadata.generation) return "it has observed a generation that is to come";
    const bool fewer = observed < before.status.observed_generation && observed != 0;
    return fewer && !after.is_mirror() ? "its observedGeneration has gone down" : "";
  };
  return in_steps(history, step);
}

std::optional<Finding> statuses_are_those_of_the_spec(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time) -> std::string {
    if (pod.is_mirror()) return {};
    for (const ContainerStatuses* statuses : all_statuses(pod)) {
      std::set<std::string_view> seen;
      for (const ContainerStatus& status : *statuses) {
        if (!seen.insert(status.name).second) return fmt::format("{} is told of twice", status.name);
        const bool is_known = find_container(*pod.spec, status.name).container != nullptr;
        if (!is_known) return fmt::format("{} is told of, and is not in the spec", status.name);
      }
    }
    const auto& regular = pod.status.container_statuses;
    const bool sorted = std::ranges::is_sorted(regular, {}, &ContainerStatus::name);
    return sorted ? "" : "its containers are not told of by name";
  });
}

std::optional<Finding> ends_follow_starts(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time since) -> std::string {
    for (const ContainerStatuses* statuses : all_statuses(pod)) {
      for (const ContainerStatus& status : *statuses) {
        const auto* ended = std::get_if<api::StateTerminated>(&status.state);
        if (ended == nullptr || (ended->started_at <= ended->finished_at && ended->finished_at <= since)) continue;
        return fmt::format("{} ended before it started, or later than now", status.name);
      }
    }
    return {};
  });
}

/// Others may write later times than the kubelet, which goes on to tell its own.
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
      const bool turned = condition.status != was->status;
      if (condition.last_transition_time < was->last_transition_time) {
        return fmt::format("{} has turned earlier than before", condition.type);
      }
      if (turned && condition.last_transition_time == sim::Time{}) {
        return fmt::format("nothing says when {} has turned", condition.type);
      }
    }
    return {};
  });
}

constexpr std::array table_of_pods{
    Invariant{"finished-pods-stay-finished", "a pod that has succeeded or failed never has another phase again",
              finished_pods_stay_finished},
    Invariant{"pods-succeed-by-their-containers",
              "a pod succeeds when all its containers have exited with 0, and nothing starts them again",
              pods_succeed_by_their_containers},
    Invariant{"restart-counts-only-grow",
              "a container's restartCount never becomes smaller while the runtime remembers one",
              restart_counts_only_grow},
    Invariant{"ready-containers-run", "a regular container that is ready runs", ready_containers_run},
    Invariant{"ready-pods-have-ready-containers", "a pod that is Ready has only containers that are",
              ready_pods_have_ready_containers},
    Invariant{"start-times-stay", "a pod's startTime never changes", start_times_stay},
    Invariant{"deletions-are-final", "a deletionTimestamp never goes, and its grace period never becomes longer",
              deletions_are_final},
    Invariant{"generations-only-grow", "neither generation nor observedGeneration goes down, and the former leads",
              generations_only_grow},
    Invariant{"statuses-are-those-of-the-spec", "each container is told of once, by name, and nothing else",
              statuses_are_those_of_the_spec},
    Invariant{"ends-follow-starts", "a container has ended after it started, and not in the future",
              ends_follow_starts},
    Invariant{"conditions-turn-forwards", "a condition that turns says when, which is not before it last did",
              conditions_turn_forwards},
};

}  // namespace

std::span<const Invariant> invariants_of_pods() {
  return table_of_pods;
}

}  // namespace podreel::invariants

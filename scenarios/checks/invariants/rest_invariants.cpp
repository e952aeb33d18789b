// Invariants of a node at rest.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <variant>

#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using release::Behaviour;

/// Longer than anything that a deleted pod waits for after its grace period.
constexpr sim::Duration until_gone = 10min;

/// A fault from 1.22 on, until orphaned workers terminate: the last sync of the pod's worker failed, the API server had
/// deleted the pod, and nothing triggers a retry.
bool is_stuck(const History& history, const std::string& pod) {
  const Circumstances& circumstances = history.circumstances();
  if (!circumstances.any_has(release::pod_workers_have_stages)) return false;
  if (!circumstances.is_known_bug(release::orphaned_workers_terminate)) return false;
  const trace::Sync* last = nullptr;
  for (const trace::Record& record : history.records()) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync != nullptr && record.pod == pod) last = sync;
  }
  return last != nullptr && last->error && last->op == "terminating-exit";
}

/// Tracks whether a restarted kubelet may not have reached the API server yet.
class RemovalWatch {
 public:
  void note(const trace::Record& record) {
    if (const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
        process && process->what == "start") {
      reaction_deadline_ = is_api_up_ ? record.time + 5s : sim::Time::max();
    }
    const auto* api = std::get_if<trace::Api>(&record.payload);
    if (api == nullptr || (api->op != "up" && api->op != "down")) return;
    is_api_up_ = api->op == "up";
    // Reflectors retry after half a minute or more.
    if (is_api_up_ && reaction_deadline_ == sim::Time::max()) reaction_deadline_ = record.time + 1min;
  }
  [[nodiscard]] bool is_awaited(sim::Time time) const { return time < reaction_deadline_; }

 private:
  bool is_api_up_ = true;
  sim::Time reaction_deadline_ = sim::Time::min();
};

/// A fault of the same releases: a static pod whose manifest is removed before a restarted kubelet has reached the API
/// server is not terminated (Kubelet.deletePod), and its worker continues.
bool was_given_up_early(const History& history, const std::string& pod) {
  const Circumstances& circumstances = history.circumstances();
  if (!circumstances.any_has(release::pod_workers_have_stages)) return false;
  if (!circumstances.is_known_bug(release::orphaned_workers_terminate)) return false;
  RemovalWatch removal_watch;
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    removal_watch.note(record);
    const auto* loop = std::get_if<trace::Loop>(&record.payload);
    return loop != nullptr && loop->op == "REMOVE" && record.pod == pod && removal_watch.is_awaited(record.time);
  });
}

/// Before workers had stages, a failed pod was stopped without a new status. It reports running containers forever, and
/// its deletion waits for them forever.
bool is_never_synced(const History& history, const api::Pod& pod) {
  return is_terminal(pod.status.phase) && history.circumstances().is_known_bug(release::pod_workers_have_stages);
}

/// Whether the pod got another sandbox later.
bool is_of_earlier_sandbox(const History& history, const std::string& pod, const api::ContainerStatus& status) {
  const auto* ended = std::get_if<api::StateTerminated>(&status.state);
  return ended != nullptr && std::ranges::any_of(history.records(), [&](const trace::Record& record) {
           const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
           return call != nullptr && call->op == "RunPodSandbox" && !call->error && record.pod == pod &&
                  record.time > ended->finished_at + 1s;
         });
}

/// Whether finished init containers ran again in another sandbox.
bool repeats_init_containers(const History& history, const api::Pod& pod) {
  if (pod.spec->restart_policy == api::RestartPolicy::always) return false;
  return std::ranges::any_of(pod.status.init_container_statuses,
                             [&, name = api::full_name(pod)](const api::ContainerStatus& status) {
                               return is_of_earlier_sandbox(history, name, status);
                             });
}

/// API servers have panicked at updates of a pod whose postStart hook sleeps.
bool panics_over(const History& history, const api::Pod& pod) {
  const Circumstances& circumstances = history.circumstances();
  if (!circumstances.excuse_known_faults || !circumstances.any_has(release::sleeping_post_start_hooks_panic)) {
    return false;
  }
  return std::ranges::any_of(pod.spec->containers, [](const api::Container& container) {
    const auto& hook = container.lifecycle.post_start;
    return hook && std::holds_alternative<api::SleepAction>(*hook);
  });
}

/// Whether the kubelet no longer updates the pod's status. Kubelets do not report that a terminated container without
/// restarts runs after all, whoever removed it (checkContainerStateTransition), nor any later change of its pod. For a
/// static pod that was added again they skip versions that its mirror pod has already exceeded (apiStatusVersions).
bool stops_being_reported(const History& history, const api::Pod& pod) {
  if (panics_over(history, pod)) return true;
  if (pod.is_mirror() || repeats_init_containers(history, pod)) return true;
  const std::string name = api::full_name(pod);
  return std::ranges::any_of(history.instances(), [&name](const Instance& instance) {
    return instance.pod == name && instance.was_taken_away;
  });
}

std::optional<Finding> removed_pods_end(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const Instance& instance : history.instances()) {
    if (!instance.runs() || history.living_pod(instance.pod) != nullptr) continue;
    if (history.ended_at() - *instance.started_at < until_reported) continue;
    if (is_stuck(history, instance.pod) || was_given_up_early(history, instance.pod)) continue;
    return Finding{*instance.started_at, fmt::format("{}/{} has run since then although its pod is deleted",
                                                     instance.pod, instance.container)};
  }
  return std::nullopt;
}

bool is_ordered_to_run(const api::Pod& pod, std::string_view id) {
  const auto runs = [id](const api::ContainerStatus& status) {
    return std::holds_alternative<api::StateRunning>(status.state) && api::bare_id(status.container_id) == id;
  };
  return std::ranges::any_of(pod.status.init_container_statuses, runs) ||
         std::ranges::any_of(pod.status.container_statuses, runs) ||
         std::ranges::any_of(pod.status.ephemeral_container_statuses, runs);
}

/// From 1.22 to 1.26 containers of a pod that a starting kubelet rejects keep running.
bool may_outlive_rejection(const History& history, const api::Pod& pod) {
  const Circumstances& circumstances = history.circumstances();
  return circumstances.excuse_known_faults && pod.status.phase == api::PodPhase::failed &&
         circumstances.any_has(release::wanted_pods_are_no_orphans);
}

std::optional<Finding> running_containers_are_reported(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const Instance& instance : history.instances()) {
    if (!instance.runs() || !history.has_complete_record(instance.pod, instance.container)) continue;
    if (history.ended_at() - *instance.started_at < until_reported) continue;
    const PodLife* life = history.living_pod(instance.pod);
    if (life == nullptr || is_ordered_to_run(life->last(), instance.id)) continue;
    if (may_outlive_rejection(history, life->last())) continue;
    if (stops_being_reported(history, life->last())) continue;
    return Finding{*instance.started_at, fmt::format("{}/{} has run since then, but its pod does not report it",
                                                     instance.pod, instance.container)};
  }
  return std::nullopt;
}

/// Whether it had finished before its kubelet started, which has no worker for it.
bool is_without_worker(const History& history, const api::Pod& pod) {
  return is_terminal(pod.status.phase) && history.circumstances().is_known_bug(release::finished_pods_synced_at_start);
}

std::optional<Finding> ordered_starts_happen(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    if (life.gone_at || history.ended_at() - life.versions.back().since < until_reported) continue;
    if (is_never_synced(history, life.last()) || stops_being_reported(history, life.last())) continue;
    if (is_without_worker(history, life.last())) continue;
    for (const api::ContainerStatus& status : life.last().status.container_statuses) {
      const Instance* instance = history.find_instance(api::bare_id(status.container_id));
      if (!std::holds_alternative<api::StateRunning>(status.state) || instance == nullptr || instance->runs()) continue;
      return Finding{life.versions.back().since,
                     fmt::format("{}/{} has been reported as running since then, but does not run",
                                 api::full_name(life.last()), status.name)};
    }
  }
  return std::nullopt;
}

/// Whether the pod still exists with a grace period of 0, so that its kubelet has finished.
bool is_kept_by_finalizers(const api::Pod& pod) {
  return pod.metadata.deletion_grace_period_seconds == 0;
}

std::optional<Finding> deleted_pods_go(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const api::Pod& pod = life.last();
    if (life.gone_at || !pod.metadata.deletion_timestamp || is_kept_by_finalizers(pod)) continue;
    if (is_never_synced(history, pod) || panics_over(history, pod) || is_without_worker(history, pod)) continue;
    if (history.ended_at() - *pod.metadata.deletion_timestamp < until_gone) continue;
    return Finding{*pod.metadata.deletion_timestamp,
                   api::full_name(pod) + " has been deleted since then, but still exists"};
  }
  return std::nullopt;
}

std::optional<Finding> has_no_livelock(const History& history) {
  const Circumstances& circumstances = history.circumstances();
  const bool never_waits = circumstances.any_has(release::evented_pleg_takes_nanoseconds_for_seconds);
  if (!history.is_livelocked() || (circumstances.excuse_known_faults && never_waits)) return std::nullopt;
  return Finding{history.ended_at(), "endless events without a wait"};
}

constexpr std::array table_at_rest{
    Invariant{"no-livelock", "a node has no endless events without progress of time", has_no_livelock},
    Invariant{"removed-pods-end",
              "no container of a deleted pod keeps running, unless its worker failed and is never retried",
              removed_pods_end},
    Invariant{"running-containers-are-reported", "a pod reports its long-running containers",
              running_containers_are_reported},
    Invariant{"reported-containers-run", "a container that has long been reported as running runs",
              ordered_starts_happen},
    Invariant{"deleted-pods-go", "a deleted pod disappears, unless finalizers keep it", deleted_pods_go},
};

}  // namespace

std::span<const Invariant> invariants_at_rest() {
  return table_at_rest;
}

}  // namespace podreel::invariants

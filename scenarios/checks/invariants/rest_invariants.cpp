// What holds once a node has come to rest.
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

/// From 1.22 on until orphaned workers terminate: the last thing that the pod's worker did was to fail, the API had
/// forgotten the pod, and nothing makes it try again.
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

/// Whether a kubelet that has started may still be without news of the API server.
class FirstHearing {
 public:
  void note(const trace::Record& record) {
    if (const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
        process && process->what == "start") {
      heard_by_ = is_api_up_ ? record.time + 5s : sim::Time::max();
    }
    const auto* api = std::get_if<trace::Api>(&record.payload);
    if (api == nullptr || (api->op != "up" && api->op != "down")) return;
    is_api_up_ = api->op == "up";
    // Reflectors try again after half a minute and more.
    if (is_api_up_ && heard_by_ == sim::Time::max()) heard_by_ = record.time + 1min;
  }
  [[nodiscard]] bool is_awaited(sim::Time time) const { return time < heard_by_; }

 private:
  bool is_api_up_ = true;
  sim::Time heard_by_ = sim::Time::min();
};

/// Of the same releases, a static pod whose manifest goes before the kubelet that has just started has heard of the API
/// server: it is not ended then (Kubelet.deletePod), and its worker goes on.
bool was_given_up_early(const History& history, const std::string& pod) {
  const Circumstances& circumstances = history.circumstances();
  if (!circumstances.any_has(release::pod_workers_have_stages)) return false;
  if (!circumstances.is_known_bug(release::orphaned_workers_terminate)) return false;
  FirstHearing hearing;
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    hearing.note(record);
    const auto* loop = std::get_if<trace::Loop>(&record.payload);
    return loop != nullptr && loop->op == "REMOVE" && record.pod == pod && hearing.is_awaited(record.time);
  });
}

/// Before workers had stages, a pod that had failed was stopped, and its status not made again: it says for ever that
/// containers run, and if it is deleted it waits for them for ever.
bool stays_unlooked_at(const History& history, const api::Pod& pod) {
  return is_terminal(pod.status.phase) && history.circumstances().is_known_bug(release::pod_workers_have_stages);
}

/// The pod has got another sandbox since.
bool is_of_earlier_sandbox(const History& history, const std::string& pod, const api::ContainerStatus& status) {
  const auto* ended = std::get_if<api::StateTerminated>(&status.state);
  return ended != nullptr && std::ranges::any_of(history.records(), [&](const trace::Record& record) {
           const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
           return call != nullptr && call->op == "RunPodSandbox" && !call->error && record.pod == pod &&
                  record.time > ended->finished_at + 1s;
         });
}

/// Init containers that have ended for good are run again in another sandbox.
bool repeats_init_containers(const History& history, const api::Pod& pod) {
  if (pod.spec->restart_policy == api::RestartPolicy::always) return false;
  return std::ranges::any_of(pod.status.init_container_statuses,
                             [&, name = api::full_name(pod)](const api::ContainerStatus& status) {
                               return is_of_earlier_sandbox(history, name, status);
                             });
}

/// API servers have failed at updates of a pod whose postStart hook sleeps.
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

/// Kubelets do not report that a container without restarts has not ended after all, whoever took it away
/// (checkContainerStateTransition), nor anything else of its pod as long as that is so; and of a static pod that was
/// put back they report only what its mirror pod has not had more versions of (apiStatusVersions).
bool is_told_no_more(const History& history, const api::Pod& pod) {
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
    return Finding{*instance.started_at,
                   fmt::format("{}/{} runs on since, without its pod", instance.pod, instance.container)};
  }
  return std::nullopt;
}

bool is_told_to_run(const api::Pod& pod, std::string_view id) {
  const auto runs = [id](const api::ContainerStatus& status) {
    return std::holds_alternative<api::StateRunning>(status.state) && api::bare_id(status.container_id) == id;
  };
  return std::ranges::any_of(pod.status.init_container_statuses, runs) ||
         std::ranges::any_of(pod.status.container_statuses, runs) ||
         std::ranges::any_of(pod.status.ephemeral_container_statuses, runs);
}

/// From 1.22 to 1.26 what runs of a pod is left alone that a kubelet finds when it starts, and rejects.
bool may_outlive_rejection(const History& history, const api::Pod& pod) {
  const Circumstances& circumstances = history.circumstances();
  return circumstances.excuse_known_faults && pod.status.phase == api::PodPhase::failed &&
         circumstances.any_has(release::wanted_pods_are_no_orphans);
}

std::optional<Finding> what_runs_is_told(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const Instance& instance : history.instances()) {
    if (!instance.runs() || !history.knows_all_of(instance.pod, instance.container)) continue;
    if (history.ended_at() - *instance.started_at < until_reported) continue;
    const PodLife* life = history.living_pod(instance.pod);
    if (life == nullptr || is_told_to_run(life->last(), instance.id)) continue;
    if (may_outlive_rejection(history, life->last())) continue;
    if (is_told_no_more(history, life->last())) continue;
    return Finding{*instance.started_at,
                   fmt::format("{}/{} runs since, and its pod does not tell so", instance.pod, instance.container)};
  }
  return std::nullopt;
}

std::optional<Finding> what_is_told_to_run_runs(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    if (life.gone_at || history.ended_at() - life.versions.back().since < until_reported) continue;
    if (stays_unlooked_at(history, life.last()) || is_told_no_more(history, life.last())) continue;
    for (const api::ContainerStatus& status : life.last().status.container_statuses) {
      const Instance* instance = history.find_instance(api::bare_id(status.container_id));
      if (!std::holds_alternative<api::StateRunning>(status.state) || instance == nullptr || instance->runs()) continue;
      return Finding{life.versions.back().since,
                     fmt::format("{}/{} is told to run since, and does not", api::full_name(life.last()), status.name)};
    }
  }
  return std::nullopt;
}

/// Its grace period has been set to nothing, and yet it is there: its kubelet has done what it could.
bool is_kept_by_finalizers(const api::Pod& pod) {
  return pod.metadata.deletion_grace_period_seconds == 0;
}

/// It had finished before its kubelet started, which has no worker for it.
bool is_without_worker(const History& history, const api::Pod& pod) {
  return is_terminal(pod.status.phase) && history.circumstances().is_known_bug(release::finished_pods_synced_at_start);
}

std::optional<Finding> deleted_pods_go(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const api::Pod& pod = life.last();
    if (life.gone_at || !pod.metadata.deletion_timestamp || is_kept_by_finalizers(pod)) continue;
    if (stays_unlooked_at(history, pod) || panics_over(history, pod) || is_without_worker(history, pod)) continue;
    if (history.ended_at() - *pod.metadata.deletion_timestamp < until_gone) continue;
    return Finding{*pod.metadata.deletion_timestamp, api::full_name(pod) + " should be gone since, and is not"};
  }
  return std::nullopt;
}

std::optional<Finding> time_goes_on(const History& history) {
  const Circumstances& circumstances = history.circumstances();
  const bool never_waits = circumstances.any_has(release::evented_pleg_takes_nanoseconds_for_seconds);
  if (!history.stands_still() || (circumstances.excuse_known_faults && never_waits)) return std::nullopt;
  return Finding{history.ended_at(), "what happens then never waits, and has no end"};
}

constexpr std::array table_at_rest{
    Invariant{"no-livelock", "a node does nothing for ever and without taking time", time_goes_on},
    Invariant{"removed-pods-end",
              "no container of a pod that is gone runs on, but where its worker failed and nobody woke it again",
              removed_pods_end},
    Invariant{"running-containers-are-reported", "a container that runs for long is told of by its pod",
              what_runs_is_told},
    Invariant{"reported-containers-run", "a container that its pod has told to run for long does",
              what_is_told_to_run_runs},
    Invariant{"deleted-pods-go", "a pod goes when it has been deleted, unless finalizers keep it", deleted_pods_go},
};

}  // namespace

std::span<const Invariant> invariants_at_rest() {
  return table_at_rest;
}

}  // namespace podreel::invariants

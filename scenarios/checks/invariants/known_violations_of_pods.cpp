// Invariants of whole pods that some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <variant>

#include "engine/release/behaviour/looping.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/checks/invariants/pod_versions.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using api::Pod;

/// Returns an init container that runs and has not finished; a sidecar has finished when it has started.
const api::ContainerStatus* working_init_container(const Pod& pod) {
  const auto& statuses = pod.status.init_container_statuses;
  const auto found = std::ranges::find_if(statuses, [&pod](const api::ContainerStatus& status) {
    if (!std::holds_alternative<api::StateRunning>(status.state)) return false;
    const api::FoundContainer known = find_container(*pod.spec, status.name);
    const bool is_sidecar = known.container != nullptr && known.container->restart_policy == api::RestartPolicy::always;
    return !is_sidecar || !status.started.value_or(true);
  });
  return found == statuses.end() ? nullptr : &*found;
}

/// Whether no regular container of the pod was created in the sandbox, as far as the kubelet can know by then.
bool is_initializing(const History& history, const Pod& pod, const Instance& init, sim::Time time) {
  return std::ranges::none_of(history.instances(), [&](const Instance& other) {
    return other.sandbox == init.sandbox && other.created_at <= time &&
           find_container(*pod.spec, other.container).kind == api::ContainerKind::regular;
  });
}

std::optional<Finding> pods_pend_while_initializing(const History& history) {
  return in_versions(history, [&history](const Pod& pod, sim::Time since) -> std::string {
    if (pod.status.phase != api::PodPhase::running || pod.is_mirror()) return {};
    const api::ContainerStatus* status = working_init_container(pod);
    const Instance* init = status == nullptr ? nullptr : history.find_instance(api::bare_id(status->container_id));
    if (init == nullptr || !is_initializing(history, pod, *init, since)) return {};
    return fmt::format("Running although init container {} has not finished", status->name);
  });
}

/// Null if the kubelet has never synced the pod.
const trace::Sync* last_sync_of(const History& history, const std::string& pod) {
  const trace::Sync* last = nullptr;
  for (const trace::Record& record : history.records()) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync != nullptr && record.pod == pod) last = sync;
  }
  return last;
}

bool any_runs(const History& history, const std::string& pod) {
  return std::ranges::any_of(history.instances(),
                             [&pod](const Instance& instance) { return instance.pod == pod && instance.runs(); });
}

std::optional<Finding> pending_pods_are_tried(const History& history) {
  // Longer than any pause between two attempts.
  constexpr sim::Duration until_tried = 10min;
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const Pod& pod = life.last();
    const sim::Time since = life.versions.back().since;
    if (life.gone_at || pod.metadata.deletion_timestamp || pod.is_mirror()) continue;
    if (pod.status.phase != api::PodPhase::pending || history.ended_at() - since < until_tried) continue;
    const std::string name = api::full_name(pod);
    const trace::Sync* last = last_sync_of(history, name);
    if (last == nullptr || last->op != "exit" || last->error || any_runs(history, name)) continue;
    return Finding{since, name + " has been Pending since then without running containers, and its syncs do nothing"};
  }
  return std::nullopt;
}

/// Returns the last instance of the container if it exited by itself; null if it runs or was stopped.
const Instance* crashed(const History& history, const std::string& pod, std::string_view container) {
  const Instance* last = nullptr;
  for (const Instance& instance : history.instances()) {
    if (instance.pod == pod && instance.container == container) last = &instance;
  }
  if (last == nullptr || !last->exited_at || !last->exited_by_itself) return nullptr;
  return last->was_taken_away || last->is_unreported ? nullptr : last;
}

/// Whether the pod's containers always restart, and the kubelet is responsible for it.
bool is_to_run_on(const PodLife& life) {
  const Pod& pod = life.last();
  return !life.gone_at && !pod.metadata.deletion_timestamp && !pod.is_mirror() && !is_terminal(pod.status.phase) &&
         pod.spec->restart_policy == api::RestartPolicy::always && !was_rejected(life);
}

std::optional<Finding> crashed_containers_restart(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  const sim::Duration max_wait = 2 * history.circumstances().max_back_off;
  for (const PodLife& life : history.pods()) {
    const std::string name = api::full_name(life.last());
    if (!is_to_run_on(life) || !history.is_only_of_its_name(name)) continue;
    const trace::Sync* last = last_sync_of(history, name);
    if (last == nullptr || last->error) continue;
    for (const api::Container& container : life.last().spec->containers) {
      const Instance* ended = container.restart_policy ? nullptr : crashed(history, name, container.name);
      if (ended == nullptr || history.ended_at() - *ended->exited_at < max_wait) continue;
      return Finding{*ended->exited_at, fmt::format("{}/{} has exited and is not restarted", name, container.name)};
    }
  }
  return std::nullopt;
}

/// Whether it has run, even if the kubelet does not know of its start.
bool has_run(const History& history, const std::string& pod, std::string_view container, sim::Time time) {
  return std::ranges::any_of(history.instances(), [&](const Instance& instance) {
    if (instance.pod != pod || instance.container != container) return false;
    const auto known = instance.started_at ? instance.started_at : instance.exited_at;
    return known && *known <= time;
  });
}

std::optional<Finding> succeeded_containers_have_run(const History& history) {
  return in_versions(history, [&history](const Pod& pod, sim::Time since) -> std::string {
    const std::string name = api::full_name(pod);
    if (pod.status.phase != api::PodPhase::succeeded || !history.is_only_of_its_name(name)) return {};
    for (const api::Container& container : pod.spec->containers) {
      if (!has_run(history, name, container.name, since)) {
        return fmt::format("Succeeded although {} has never run", container.name);
      }
    }
    return {};
  });
}

/// Whether every regular container has ended and will not restart, so long before that the kubelet must know, and the
/// runtime has its record.
bool is_over_by(const History& history, const Pod& pod, sim::Time time) {
  constexpr sim::Duration until_known = 5s;
  const std::string name = api::full_name(pod);
  return std::ranges::all_of(pod.spec->containers, [&](const api::Container& container) {
    return std::ranges::any_of(history.instances(), [&](const Instance& instance) {
      if (instance.pod != name || instance.container != container.name) return false;
      if (instance.removed_at && *instance.removed_at < time) return false;
      return has_ended_for_good(pod, instance) && *instance.exited_at + until_known < time;
    });
  });
}

bool was_tampered_with(const History& history, const std::string& pod) {
  return std::ranges::any_of(history.instances(), [&pod](const Instance& instance) {
    return instance.pod == pod && (instance.was_taken_away || instance.is_unreported);
  });
}

std::optional<Finding> finished_pods_get_no_sandbox(const History& history) {
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || call->op != "RunPodSandbox" || call->error) continue;
    const PodLife* life = history.pod_named(record.pod);
    if (life == nullptr || !history.is_only_of_its_name(record.pod)) continue;
    if (was_tampered_with(history, record.pod) || !is_over_by(history, life->last(), record.time)) continue;
    return Finding{record.time, record.pod + " gets a sandbox although none of its containers will restart"};
  }
  return std::nullopt;
}

/// Time of the pod's deletion timestamp in the API; no value if it never had one.
std::optional<sim::Time> deleted_since(const PodLife& life) {
  const auto deleted = std::ranges::find_if(
      life.versions, [](const PodVersion& version) { return version.pod->metadata.deletion_timestamp.has_value(); });
  if (deleted == life.versions.end()) return std::nullopt;
  return deleted->since;
}

/// Time at which the pod's last container ended; no value if it had none, or one still runs. Where pods stay until all
/// of their containers are removed, one that was never started ends with its removal by the garbage collection.
std::optional<sim::Time> last_exit(const History& history, const std::string& pod) {
  const bool waits_for_removals = history.circumstances().any_lacks(release::pod_workers_have_stages);
  std::optional<sim::Time> last;
  for (const Instance& instance : history.instances()) {
    if (instance.pod != pod || (!instance.started_at && !waits_for_removals)) continue;
    const auto end = instance.exited_at ? instance.exited_at : instance.removed_at;
    if (!end) return std::nullopt;
    last = std::max(last.value_or(*end), *end);
  }
  return last;
}

/// Time of the runtime's response to the last call that could delay the pod's end, except cleanup calls after it, and
/// of the kubelet's last news of a container.
sim::Time last_answer(const History& history, const std::string& pod, sim::Time deleted) {
  sim::Time last = deleted;
  bool is_stopped = false;
  for (const trace::Record& record : history.records()) {
    if (record.pod != pod) continue;
    const auto* news = std::get_if<trace::Pleg>(&record.payload);
    if (news != nullptr && history.find_instance(news->id) != nullptr) last = std::max(last, record.time);
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || call->op.starts_with("Remove")) continue;
    const bool stops_sandbox = call->op == "StopPodSandbox" && record.time >= deleted;
    if (!stops_sandbox || !is_stopped) last = std::max(last, record.time + call->dur);
    is_stopped = is_stopped || stops_sandbox;
  }
  return last;
}

std::optional<Finding> deleted_pods_go_soon(const History& history) {
  constexpr sim::Duration soon = 30s;
  // More pods delay one another's requests.
  constexpr std::size_t few = 20;
  if (history.pods().size() > few) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const std::string name = api::full_name(life.last());
    const auto deleted = deleted_since(life);
    const auto ended = last_exit(history, name);
    // Finalizers keep the pod after the kubelet has finished.
    const bool is_kept = life.last().metadata.deletion_grace_period_seconds == 0;
    if (!deleted || !ended || is_kept || !history.is_only_of_its_name(name)) continue;
    // Containers that the kubelet does not know wait for the garbage collection.
    if (was_tampered_with(history, name)) continue;
    const sim::Time due = std::max(*ended, last_answer(history, name, *deleted)) + soon;
    if (life.gone_at.value_or(history.ended_at()) <= due || is_disturbed(history, *deleted, due)) continue;
    return Finding{due, fmt::format("{} still exists although its last container ended at least {}s ago", name,
                                    std::chrono::duration_cast<std::chrono::seconds>(soon).count())};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_pods{
    Invariant{"pods-pend-while-initializing",
              "a pod is Pending until its init containers have finished or a regular container was created",
              pods_pend_while_initializing,
              "https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#detailed-behavior"},
    Invariant{"pending-pods-are-tried", "the kubelet keeps trying to start a Pending pod", pending_pods_are_tried,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase"},
    Invariant{"crashed-containers-restart", "an exited container of a pod with restartPolicy Always is restarted",
              crashed_containers_restart,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy"},
    Invariant{"succeeded-pods-have-run", "every container of a Succeeded pod has run", succeeded_containers_have_run,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase"},
    Invariant{"finished-pods-get-no-sandbox", "a pod gets no new sandbox if none of its containers will restart",
              finished_pods_get_no_sandbox, "kubernetes/kubernetes#68980"},
    Invariant{"deleted-pods-go-soon", "a deleted pod disappears from the API soon after its last container has ended",
              deleted_pods_go_soon,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination"},
};

}  // namespace

std::span<const Invariant> known_violations_of_pods() {
  return table_of_promised_pods;
}

}  // namespace podreel::invariants

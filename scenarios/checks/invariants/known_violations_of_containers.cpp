// Invariants of containers that some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

#include "engine/release/behaviour/looping.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

/// Whether the init container was done in the sandbox: a sidecar had started, another one had exited with 0. The start
/// of a sidecar may be known to the runtime alone.
bool is_done(const History& history, const Instance& app, const api::Container& init) {
  const bool is_sidecar = init.restart_policy == api::RestartPolicy::always;
  return std::ranges::any_of(history.instances(), [&](const Instance& other) {
    if (other.sandbox != app.sandbox || other.container != init.name) return false;
    if (is_sidecar) return other.is_unreported || (other.started_at && *other.started_at <= app.created_at);
    return other.exited_at && *other.exited_at <= app.created_at && other.exit_code == 0;
  });
}

/// Whether an init container of an earlier sandbox still existed when the regular container was created. Kubelets
/// remove them all before they create another sandbox.
bool is_something_left(const History& history, const api::PodSpec& spec, const Instance& app) {
  return std::ranges::any_of(history.instances(), [&](const Instance& other) {
    return other.pod == app.pod && other.sandbox != app.sandbox && other.created_at < app.created_at &&
           (!other.removed_at || *other.removed_at > app.created_at) &&
           find_container(spec, other.container).kind == api::ContainerKind::init;
  });
}

/// Finds a regular container that starts too early, with or without leftovers of an earlier sandbox.
std::optional<Finding> too_early_start(const History& history, bool with_leftovers) {
  for (const Instance& app : history.instances()) {
    const PodLife* life = history.pod_named(app.pod);
    if (life == nullptr || !app.started_at || !history.is_only_of_its_name(app.pod)) continue;
    const api::PodSpec& spec = *life->last().spec;
    if (find_container(spec, app.container).kind != api::ContainerKind::regular) continue;
    for (const api::Container& init : spec.init_containers) {
      if (is_done(history, app, init) || is_something_left(history, spec, app) != with_leftovers) continue;
      return Finding{*app.started_at, fmt::format("{}/{} starts before init container {} has finished", app.pod,
                                                  app.container, init.name)};
    }
  }
  return std::nullopt;
}

std::optional<Finding> init_containers_come_first(const History& history) {
  return too_early_start(history, false);
}

std::optional<Finding> leftovers_do_not_count(const History& history) {
  return too_early_start(history, true);
}

/// Checks the instances of one regular container, oldest first.
using JudgeInstances = std::optional<Finding> (*)(const History& history, const PodLife& life,
                                                  const std::vector<const Instance*>& instances);

/// Checks containers of pods with unique names whose instances the kubelet all knew.
std::optional<Finding> in_regular_containers(const History& history, JudgeInstances judge) {
  std::map<std::pair<std::string, std::string>, std::vector<const Instance*>> by_name;
  for (const Instance& instance : history.instances()) {
    by_name[{instance.pod, instance.container}].push_back(&instance);
  }
  for (const auto& [name, instances] : by_name) {
    const PodLife* life = history.pod_named(name.first);
    if (life == nullptr || !history.is_only_of_its_name(name.first)) continue;
    if (!history.has_complete_record(name.first, name.second)) continue;
    if (find_container(*life->last().spec, name.second).kind != api::ContainerKind::regular) continue;
    if (auto finding = judge(history, *life, instances)) return finding;
  }
  return std::nullopt;
}

/// Whether the container may be restarted for other reasons: its spec has changed, or it has its own restart rules.
bool has_other_reasons(const PodLife& life) {
  const bool has_changed = std::ranges::any_of(
      life.versions, [&life](const PodVersion& version) { return version.pod->spec != life.last().spec; });
  const auto has_rules = [](const api::Container& container) { return !container.restart_policy_rules.empty(); };
  return has_changed || std::ranges::any_of(life.last().spec->containers, has_rules);
}

/// The shortest back-off of a container that exits after a restart.
sim::Duration min_back_off(const Circumstances& circumstances) {
  const bool is_reduced = circumstances.any_has(release::crash_backoff_is_reduced);
  return std::min<sim::Duration>(is_reduced ? 1s : 10s, circumstances.max_back_off);
}

/// Whether they follow one another in one sandbox, under one kubelet that could observe it.
bool follow_one_another(const History& history, const Instance& first, const Instance& second, const Instance& third) {
  if (!first.exited_at || !second.started_at || !second.exited_at || !third.started_at) return false;
  if (first.sandbox != second.sandbox || second.sandbox != third.sandbox) return false;
  if (second.created_at < *first.exited_at || third.created_at < *second.exited_at) return false;
  if (first.was_taken_away || second.was_taken_away) return false;
  if (second.removed_at && *second.removed_at < third.created_at) return false;
  return !has_kubelet_started(history, *first.exited_at, third.created_at);
}

std::optional<Finding> too_early_restart(const History& history, const PodLife& life,
                                         const std::vector<const Instance*>& instances) {
  // The back-off is reset after ten minutes.
  constexpr sim::Duration remembered = 9min;
  if (has_other_reasons(life)) return std::nullopt;
  for (std::size_t index = 2; index < instances.size(); ++index) {
    const Instance& first = *instances[index - 2];
    const Instance& second = *instances[index - 1];
    const Instance& third = *instances[index];
    if (!follow_one_another(history, first, second, third)) continue;
    if (*second.exited_at - *first.exited_at > remembered) continue;
    if (third.created_at - *second.exited_at >= min_back_off(history.circumstances())) continue;
    return Finding{*third.started_at, fmt::format("{}/{} restarts without a back-off", third.pod, third.container)};
  }
  return std::nullopt;
}

std::optional<Finding> restarts_wait(const History& history) {
  return in_regular_containers(history, too_early_restart);
}

std::optional<Finding> needless_run(const History& /*history*/, const PodLife& life,
                                    const std::vector<const Instance*>& instances) {
  for (const Instance* ended : instances) {
    if (!has_ended_for_good(life.last(), *ended)) continue;
    const auto next = std::ranges::find_if(instances, [ended](const Instance* other) {
      return other->started_at && other->created_at > *ended->exited_at;
    });
    if (next == instances.end()) continue;
    return Finding{*(*next)->started_at, fmt::format("{}/{} runs again although its restartPolicy does not restart it",
                                                     ended->pod, ended->container)};
  }
  return std::nullopt;
}

std::optional<Finding> ended_containers_run_once(const History& history) {
  return in_regular_containers(history, needless_run);
}

/// Whether a regular container of the pod runs. While one does, the pod has neither finished nor started over.
bool does_regular_container_run(const History& history, const PodLife& life, sim::Time time) {
  return std::ranges::any_of(history.instances(), [&](const Instance& instance) {
    return instance.pod == api::full_name(life.last()) && instance.ran_at(time) &&
           find_container(*life.last().spec, instance.container).kind == api::ContainerKind::regular;
  });
}

bool was_deleted_by(const PodLife& life, sim::Time time) {
  return std::ranges::any_of(life.versions, [time](const PodVersion& version) {
    return version.since <= time &&
           (version.pod->metadata.deletion_timestamp || is_terminal(version.pod->status.phase));
  });
}

bool is_newest(const History& history, const Instance& instance, sim::Time time) {
  return std::ranges::none_of(history.instances(), [&](const Instance& other) {
    return other.pod == instance.pod && other.container == instance.container && other.created_at <= time &&
           other.created_at > instance.created_at;
  });
}

/// Time at which the kubelet asked the runtime to remove the container; no value if it never did.
std::optional<sim::Time> removal_requested_at(const History& history, const Instance& instance) {
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    const bool removes = call != nullptr && (call->op == "RemoveContainer"
                                                 ? call->id == instance.id
                                                 : call->op == "RemovePodSandbox" && call->sandbox == instance.sandbox);
    if (removes && !call->error) return record.time;
  }
  return std::nullopt;
}

std::optional<Finding> last_instances_are_kept(const History& history) {
  for (const Instance& instance : history.instances()) {
    if (!instance.removed_at || instance.was_taken_away || !instance.exited_at) continue;
    const PodLife* life = history.pod_named(instance.pod);
    const sim::Time time = removal_requested_at(history, instance).value_or(*instance.removed_at);
    if (life == nullptr || !history.is_only_of_its_name(instance.pod) || has_other_reasons(*life)) continue;
    if (!is_newest(history, instance, time) || was_deleted_by(*life, time)) continue;
    if (!does_regular_container_run(history, *life, time)) continue;
    return Finding{time, fmt::format("the last dead instance of {}/{} is removed while its pod runs", instance.pod,
                                     instance.container)};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_containers{
    Invariant{"init-containers-come-first",
              "a regular container starts after all init containers of its sandbox have succeeded and all sidecars "
              "have started",
              init_containers_come_first, "https://kubernetes.io/docs/concepts/workloads/pods/init-containers/"},
    Invariant{"leftovers-do-not-count",
              "leftover init containers of an earlier sandbox do not count as finished in a new sandbox",
              leftovers_do_not_count, "kubernetes/kubernetes#137710"},
    Invariant{"restarts-wait", "a restarted container waits for its back-off before the next restart", restarts_wait,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy"},
    Invariant{"ended-containers-run-once",
              "a regular container runs once if its restartPolicy does not restart it, even if its record is lost",
              ended_containers_run_once, "kubernetes/kubernetes#51142"},
    Invariant{"last-instances-are-kept", "the last dead instance of each container is kept while its pod runs",
              last_instances_are_kept, "https://kubernetes.io/docs/concepts/architecture/garbage-collection/"},
};

}  // namespace

std::span<const Invariant> known_violations_of_containers() {
  return table_of_promised_containers;
}

}  // namespace podreel::invariants

// Invariants of a pod's status that some releases violate.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <variant>

#include "engine/decide/pod_resources.hpp"
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

std::optional<Finding> finished_pods_are_not_ready(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time) -> std::string {
    if (!is_terminal(pod.status.phase) || pod.is_mirror()) return {};
    const api::PodCondition* ready = find_condition(pod.status, "Ready");
    const bool is_ready = ready != nullptr && ready->status == "True";
    return is_ready ? fmt::format("Ready although it has {}", to_string(pod.status.phase)) : std::string{};
  });
}

std::optional<Finding> finished_pods_run_nothing(const History& history) {
  // Allows for the time that a status takes to the API server.
  constexpr sim::Duration briefly = std::chrono::seconds{1};
  return in_versions(history, [&](const Pod& pod, sim::Time since) -> std::string {
    const std::string name = api::full_name(pod);
    if (!is_terminal(pod.status.phase) || pod.is_mirror() || is_rejection(pod.status)) return {};
    // Containers of a rejected pod may keep running.
    if (!history.is_only_of_its_name(name) || was_rejected(*history.pod_named(name))) return {};
    for (const Instance& instance : history.instances()) {
      if (instance.pod != name || !instance.ran_at(since) || !instance.ran_at(since + briefly)) continue;
      // The pod's end cannot wait for containers that the kubelet does not know.
      if (!history.has_complete_record(name, instance.container) || instance.is_unreported) continue;
      return fmt::format("{} while {} runs", to_string(pod.status.phase), instance.container);
    }
    return {};
  });
}

std::optional<Finding> container_statuses_stay(const History& history) {
  return in_steps(history, [](const Pod& before, const Pod& after) -> std::string {
    if (after.is_mirror() || is_rejection(after.status)) return {};
    for (const ContainerStatus& status : before.status.container_statuses) {
      if (status.container_id.empty() || find_status(after.status.container_statuses, status.name) != nullptr) continue;
      return fmt::format("{} is no longer reported", status.name);
    }
    return {};
  });
}

/// Whether a container was created and not yet started: it is waiting, whatever was reported of earlier instances.
bool has_unstarted_container(const History& history, const std::string& pod, sim::Time now) {
  return std::ranges::any_of(history.instances(), [&](const Instance& instance) {
    const bool is_there = instance.created_at <= now && (!instance.removed_at || *instance.removed_at > now);
    return instance.pod == pod && is_there && (!instance.started_at || *instance.started_at > now);
  });
}

std::optional<Finding> pods_that_ran_do_not_pend(const History& history) {
  for (const PodLife& life : history.pods()) {
    for (std::size_t next = 1; next < life.versions.size(); ++next) {
      const Pod& before = *life.versions[next - 1].pod;
      const auto& [since, after] = life.versions[next];
      // In another sandbox init containers run again.
      if (after->is_mirror() || !after->spec->init_containers.empty()) continue;
      if (before.status.phase != PodPhase::running || after->status.phase != PodPhase::pending) continue;
      const std::string name = api::full_name(*after);
      // A pod that was rejected and is admitted later starts over.
      if (has_unstarted_container(history, name, since) || is_rejection(before.status)) continue;
      return Finding{since, name + ": Pending after Running"};
    }
  }
  return std::nullopt;
}

/// Returns 3000 of "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000".
std::optional<std::int64_t> used_in(std::string_view message) {
  constexpr std::string_view before = "used: ";
  const auto begin = message.find(before);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = message.substr(begin + before.size());
  std::int64_t used = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), used);
  return error == std::errc{} ? std::optional{used} : std::nullopt;
}

/// Time at which the kubelet reported the pod with this reason; no value if it never did.
std::optional<sim::Time> reported_at(const History& history, const std::string& pod, std::string_view reason) {
  for (const trace::Record& record : history.records()) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason == reason && record.pod == pod) return record.time;
  }
  return std::nullopt;
}

bool any_runs_at(const History& history, const std::string& pod, sim::Time time) {
  return std::ranges::any_of(history.instances(), [&pod, time](const Instance& instance) {
    return instance.pod == pod && instance.ran_at(time);
  });
}

/// Whether a runtime call to stop something of the pod had failed or was under way.
bool has_failed_to_stop(const History& history, const std::string& pod, sim::Time time) {
  return std::ranges::any_of(history.records(), [&pod, time](const trace::Record& record) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || !call->op.starts_with("Stop") || record.pod != pod || record.time > time) return false;
    return call->error || record.time + call->dur > time;
  });
}

/// Whether the kubelet's last termination of the pod had failed by then.
bool has_failed_to_terminate(const History& history, const std::string& pod, sim::Time time) {
  bool has_failed = false;
  for (const trace::Record& record : history.records()) {
    if (record.time > time) break;
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync != nullptr && record.pod == pod && sync->op == "terminating-exit") has_failed = sync->error.has_value();
  }
  return has_failed;
}

/// Sum of the requests of all other pods that existed at that time and were unfinished or could not be stopped.
/// Includes deleted ones, because a kubelet may learn of a deletion late.
std::int64_t requested_by_unfinished(const History& history, std::string_view resource, const Pod& rejected,
                                     sim::Time now) {
  const Behaviour& behaviour = history.circumstances().kubelets.back();
  std::int64_t sum = 0;
  for (const PodLife& life : history.pods()) {
    const auto later = std::ranges::upper_bound(life.versions, now, {}, &PodVersion::since);
    if (later == life.versions.begin() || life.last().metadata.uid == rejected.metadata.uid) continue;
    const bool has_finished = is_terminal(std::prev(later)->pod->status.phase);
    const std::string name = api::full_name(life.last());
    const bool is_held = any_runs_at(history, name, now) || has_failed_to_stop(history, name, now) ||
                         has_failed_to_terminate(history, name, now);
    if (has_finished && !is_held) continue;
    sum += resource == "pods" ? 1 : decide::pod_request(*std::prev(later)->pod->spec, resource, behaviour);
  }
  return sum;
}

std::optional<Finding> finished_pods_take_no_room(const History& history) {
  constexpr std::string_view out_of = "OutOf";
  return in_steps(history, [&](const Pod& before, const Pod& after) -> std::string {
    const bool is_new = before.status.reason != after.status.reason;
    if (!is_new || !after.status.reason.view().starts_with(out_of) || after.is_mirror()) return {};
    const std::optional<std::int64_t> used = used_in(after.status.message);
    const auto now = reported_at(history, api::full_name(after), after.status.reason.view());
    if (!used || !now) return {};
    const std::string_view resource = after.status.reason.view().substr(out_of.size());
    const std::int64_t had = requested_by_unfinished(history, resource, after, *now);
    return *used > had ? fmt::format("rejected for {}: the message reports {} in use, but unfinished pods use {}",
                                     resource, *used, had)
                       : std::string{};
  });
}

bool backs_off(const ContainerStatus& status) {
  const auto* waiting = std::get_if<api::StateWaiting>(&status.state);
  return waiting != nullptr && waiting->reason == "CrashLoopBackOff";
}

/// Failed attempts to start a container count as starts.
bool has_failed_to_start(const History& history, const std::string& pod) {
  return std::ranges::any_of(history.records(), [&pod](const trace::Record& record) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    return event != nullptr && event->reason == "Failed" && record.pod == pod;
  });
}

/// Whether all ended instances of the container were stopped by the kubelet, in the only sandbox of the pod, and not
/// for a probe.
bool never_failed(const History& history, const Pod& pod, const ContainerStatus& status) {
  const api::Container* container = find_container(*pod.spec, status.name).container;
  if (container == nullptr || container->liveness_probe || container->startup_probe ||
      container->lifecycle.post_start) {
    return false;
  }
  const std::string name = api::full_name(pod);
  if (has_failed_to_start(history, name)) return false;
  const Instance* first = nullptr;
  for (const Instance& instance : history.instances()) {
    if (instance.pod != name || instance.container != status.name) continue;
    if (first == nullptr) first = &instance;
    const bool was_stopped = instance.was_stopped && !instance.exited_by_itself && instance.started_at;
    if (instance.sandbox != first->sandbox || instance.was_taken_away || !instance.started_at) return false;
    if (instance.exited_at && !was_stopped) return false;
  }
  return first != nullptr;
}

/// Whether the image never changed: a changed image is a reason for restarts.
bool has_one_image(const PodLife& life, std::string_view container) {
  const auto image_in = [container](const PodVersion& version) -> std::string_view {
    const api::Container* found = find_container(*version.pod->spec, container).container;
    return found == nullptr ? std::string_view{} : std::string_view{found->image};
  };
  return std::ranges::all_of(
      life.versions, [&](const PodVersion& version) { return image_in(version) == image_in(life.versions.front()); });
}

std::optional<Finding> resizes_do_not_back_off(const History& history) {
  for (const PodLife& life : history.pods()) {
    if (!history.is_only_of_its_name(api::full_name(life.last()))) continue;
    for (const auto& [since, pod] : life.versions) {
      if (pod->is_mirror()) continue;
      const auto found = std::ranges::find_if(pod->status.container_statuses, backs_off);
      if (found == pod->status.container_statuses.end()) continue;
      if (!has_one_image(life, found->name) || !never_failed(history, *pod, *found)) continue;
      return Finding{since, fmt::format("{}: {} is in CrashLoopBackOff although it never crashed", api::full_name(*pod),
                                        found->name)};
    }
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_statuses{
    Invariant{"finished-pods-are-not-ready", "a Succeeded or Failed pod is not Ready", finished_pods_are_not_ready,
              "kubernetes/kubernetes#108594"},
    Invariant{"finished-pods-run-nothing", "no container of a Succeeded or Failed pod runs", finished_pods_run_nothing,
              "kubernetes/kubernetes#106884"},
    Invariant{"finished-pods-take-no-room", "a pod is not rejected because of resources of finished pods",
              finished_pods_take_no_room, "kubernetes/kubernetes#104560"},
    Invariant{"container-statuses-stay",
              "a pod's status keeps the status of each container, unless the pod is rejected", container_statuses_stay,
              "kubernetes/kubernetes#65493"},
    Invariant{"pods-that-ran-do-not-pend", "a pod without init containers does not become Pending after Running",
              pods_that_ran_do_not_pend, "kubernetes/kubernetes#102821"},
    Invariant{"resizes-do-not-back-off", "a container that only a resize has stopped is not in CrashLoopBackOff",
              resizes_do_not_back_off, "kubernetes/kubernetes#125757"},
};

}  // namespace

std::span<const Invariant> known_violations_of_statuses() {
  return table_of_promised_statuses;
}

}  // namespace podreel::invariants

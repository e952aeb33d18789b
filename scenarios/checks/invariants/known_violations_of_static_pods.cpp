// Invariants of static pods that some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>
#include <variant>
#include <vector>

#include "engine/api/config_annotations.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

/// All mirror pods that the API ever had of the static pod.
std::vector<const PodLife*> mirrors_of(const History& history, const std::string& name) {
  std::vector<const PodLife*> mirrors;
  for (const PodLife& life : history.pods()) {
    if (life.last().is_mirror() && api::full_name(life.last()) == name) mirrors.push_back(&life);
  }
  return mirrors;
}

/// Time at which the kubelet first asked the runtime to stop the container.
std::optional<sim::Time> stop_requested_at(const History& history, const Instance& instance) {
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call != nullptr && call->op == "StopContainer" && call->id == instance.id) return record.time;
  }
  return std::nullopt;
}

/// Whether the kubelet knew that the first one has to end, and could see all containers of both: one kubelet, an API
/// server with the mirror pod, and a runtime without faults.
bool could_be_kept_apart(const History& history, const Instance& first, const Instance& second) {
  // Results of a recent recovery may be unknown yet.
  constexpr sim::Duration shortly = 5s;
  const auto stopped = stop_requested_at(history, first);
  if (!stopped || *stopped > *second.started_at) return false;
  if (is_disturbed(history, *stopped - shortly, *second.started_at)) return false;
  if (has_kubelet_started(history, *first.started_at, *second.started_at)) return false;
  return std::ranges::any_of(mirrors_of(history, first.pod), [&](const PodLife* mirror) {
    return mirror->versions.front().since <= *stopped && (!mirror->gone_at || *mirror->gone_at > *stopped);
  });
}

std::optional<Finding> static_pods_are_serialized(const History& history) {
  for (const Instance& second : history.instances()) {
    if (!second.started_at || !history.has_complete_record(second.pod, second.container)) continue;
    for (const Instance& first : history.instances()) {
      if (first.pod != second.pod || first.container != second.container || &first == &second) continue;
      if (!first.ran_at(*second.started_at) || !could_be_kept_apart(history, first, second)) continue;
      return Finding{*second.started_at,
                     fmt::format("{}/{} starts while its predecessor runs", second.pod, second.container)};
    }
  }
  return std::nullopt;
}

/// Actions of the last kubelet for one static pod.
struct Attention {
  /// Time at which a source added it, unless it was removed again.
  std::optional<sim::Time> added;
  std::optional<sim::Time> termination_began;
  /// Time at which its last instance had terminated after it was added again.
  std::optional<sim::Time> due;
  std::optional<sim::Time> synced;
};

using AttentionByName = std::map<std::string, Attention>;

void note_loop(Attention& attention, const trace::Loop& loop, sim::Time time) {
  if (loop.op == "REMOVE") attention.added.reset();
  if (loop.op == "ADD") attention.added = time;
}

void note_sync(Attention& attention, const trace::Sync& sync, sim::Time time) {
  if (sync.op == "terminating-enter") attention.termination_began = time;
  if (sync.op == "enter") {
    attention.synced = time;
    attention.due.reset();
  }
  const bool came_back =
      attention.added && attention.termination_began && *attention.added > *attention.termination_began;
  if (sync.op == "terminated-exit" && came_back) attention.due = time;
}

void note(AttentionByName& pods, const trace::Record& record) {
  const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
  if (process != nullptr && process->what == "start") pods.clear();
  if (record.pod.empty()) return;
  if (const auto* loop = std::get_if<trace::Loop>(&record.payload)) note_loop(pods[record.pod], *loop, record.time);
  if (const auto* sync = std::get_if<trace::Sync>(&record.payload)) note_sync(pods[record.pod], *sync, record.time);
}

/// Whether the kubelet rejected the pod.
bool was_rejected(const std::vector<const PodLife*>& mirrors) {
  return std::ranges::any_of(mirrors, [](const PodLife* mirror) {
    return std::ranges::any_of(mirror->versions,
                               [](const PodVersion& version) { return is_terminal(version.pod->status.phase); });
  });
}

std::optional<Finding> static_pods_start(const History& history) {
  // Longer than the pause between two syncs of a pod.
  constexpr sim::Duration until_synced = 10min;
  if (!history.is_at_rest()) return std::nullopt;
  AttentionByName pods;
  for (const trace::Record& record : history.records()) note(pods, record);
  for (const auto& [name, attention] : pods) {
    if (!attention.added) continue;
    const sim::Time last = std::max(*attention.added, attention.synced.value_or(*attention.added));
    if (history.ended_at() - last < until_synced) continue;
    // A pod that the API never had is a static pod without a mirror pod.
    const PodLife* life = history.pod_named(name);
    const bool is_static = life == nullptr || life->last().is_mirror();
    if (!is_static || was_rejected(mirrors_of(history, name))) continue;
    return Finding{*attention.added, name + " has had a manifest since then, but is not synced"};
  }
  return std::nullopt;
}

/// Whether the manifest never changed: a changed one has to wait for its name.
bool has_one_manifest(const std::vector<const PodLife*>& mirrors) {
  std::set<std::string> hashes;
  for (const PodLife* mirror : mirrors) {
    for (const PodVersion& version : mirror->versions) {
      const auto& annotations = version.pod->metadata.annotations;
      const auto hash = annotations.find(api::config_annotation::mirror);
      if (hash != annotations.end()) hashes.emplace(hash->second);
    }
  }
  return hashes.size() == 1;
}

/// Returns the end of time if the pod does not start again.
sim::Time due_of(const AttentionByName& pods, const std::string& name) {
  const auto known = pods.find(name);
  return known == pods.end() ? sim::Time::max() : known->second.due.value_or(sim::Time::max());
}

std::optional<Finding> static_pods_come_back_soon(const History& history) {
  // Housekeeping runs every two seconds.
  constexpr sim::Duration soon = 2500ms;
  AttentionByName pods;
  for (const trace::Record& record : history.records()) {
    const sim::Time due = due_of(pods, record.pod);
    note(pods, record);
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync == nullptr || sync->op != "enter" || record.time <= due || record.time - due <= soon) continue;
    if (!has_one_manifest(mirrors_of(history, record.pod)) || is_disturbed(history, due, record.time)) continue;
    return Finding{record.time, record.pod + " starts again more than 2s after its termination"};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_static_pods{
    Invariant{"static-pods-take-turns", "an edited static pod starts after its predecessor of the same name has ended",
              static_pods_are_serialized, "kubernetes/kubernetes#97722"},
    Invariant{"static-pods-start", "a static pod with a manifest is synced regularly", static_pods_start,
              "https://kubernetes.io/docs/tasks/configure-pod-container/static-pod/"},
    Invariant{"static-pods-come-back-soon",
              "a static pod that was added again while it terminated starts with the next housekeeping",
              static_pods_come_back_soon, "kubernetes/kubernetes#116690"},
};

}  // namespace

std::span<const Invariant> known_violations_of_static_pods() {
  return table_of_promised_static_pods;
}

}  // namespace podreel::invariants

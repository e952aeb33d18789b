// Invariants of work that has to end, which some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

/// When the API first asked for the end of the pod, and the time by which its containers are killed.
struct Deletion {
  sim::Time since{};
  sim::Time deadline{};
};

std::optional<Deletion> deletion_of(const PodLife& life) {
  std::optional<Deletion> deletion;
  for (const PodVersion& version : life.versions) {
    const api::ObjectMeta& metadata = version.pod->metadata;
    if (!metadata.deletion_timestamp) continue;
    // The timestamp is the end of the grace period, which a second deletion can shorten.
    if (!deletion) deletion = Deletion{version.since, *metadata.deletion_timestamp};
    deletion->deadline = std::min(deletion->deadline, *metadata.deletion_timestamp);
  }
  return deletion;
}

/// Longer than a relist, the minimum that remains after a preStop hook, and the runtime's own kill.
constexpr sim::Duration until_killed = 30s;

std::optional<Finding> deleted_containers_end(const History& history) {
  for (const Instance& instance : history.instances()) {
    const PodLife* life = history.pod_named(instance.pod);
    if (life == nullptr || !instance.started_at || !history.is_only_of_its_name(instance.pod)) continue;
    const auto deletion = deletion_of(*life);
    if (!deletion || life->last().is_mirror() || *instance.started_at > deletion->since) continue;
    const sim::Time limit = deletion->deadline + until_killed;
    if (limit > history.ended_at() || !instance.ran_at(limit)) continue;
    if (is_disturbed(history, deletion->since - 1min, limit, SlowEnds::are_expected)) continue;
    return Finding{limit, fmt::format("{}/{} runs longer than the grace period of its deleted pod", instance.pod,
                                      instance.container)};
  }
  return std::nullopt;
}

/// "InProgress" or "Proposed" (up to 1.32), or "PodResizeInProgress"; empty for a pod that is not being resized. A
/// resize that waits for room, or that the node can never carry out, has ended for now.
std::string_view unfinished_resize(const api::PodStatus& status) {
  for (const std::string_view word : {"InProgress", "Proposed"}) {
    if (status.resize == word) return word;
  }
  const api::PodCondition* condition = find_condition(status, "PodResizeInProgress");
  const bool is_under_way = condition != nullptr && condition->status == "True";
  return is_under_way ? std::string_view{"PodResizeInProgress"} : std::string_view{};
}

std::optional<Finding> resizes_end(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const auto& [since, pod] = life.versions.back();
    if (life.gone_at || pod->metadata.deletion_timestamp || is_terminal(pod->status.phase)) continue;
    const std::string_view resize = unfinished_resize(pod->status);
    if (resize.empty() || history.ended_at() - since < until_reported) continue;
    return Finding{since, fmt::format("{} has been {} since then", api::full_name(*pod), resize)};
  }
  return std::nullopt;
}

/// More equal calls than that about one container or pod, within a minute, are a loop.
constexpr std::size_t max_calls_per_minute = 40;

bool is_counted(const trace::RuntimeCall& call) {
  constexpr std::array counted{"RunPodSandbox", "CreateContainer", "StartContainer", "StopContainer", "PullImage"};
  return std::ranges::find(counted, call.op) != counted.end();
}

std::optional<Finding> calls_back_off(const History& history) {
  std::map<std::pair<std::string, std::string>, std::vector<sim::Time>> times_of;
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || !is_counted(*call)) continue;
    std::vector<sim::Time>& times =
        times_of[{record.pod, fmt::format("{} {}", call->op, call->container.value_or(std::string{}))}];
    times.push_back(record.time);
    if (times.size() <= max_calls_per_minute) continue;
    const sim::Time first = times[times.size() - 1 - max_calls_per_minute];
    if (record.time - first > 1min) continue;
    return Finding{
        first, fmt::format("{}: more than {} calls of {} within a minute", record.pod, max_calls_per_minute, call->op)};
  }
  return std::nullopt;
}

/// The container's newest instance at `time`; null if it had none.
const Instance* newest_at(const History& history, const std::string& pod, const std::string& container,
                          sim::Time time) {
  const Instance* newest = nullptr;
  for (const Instance& instance : history.instances()) {
    if (instance.pod == pod && instance.container == container && instance.created_at <= time) newest = &instance;
  }
  return newest;
}

std::optional<Finding> probes_end_with_containers(const History& history) {
  // Until the end of a container is in its pod's status, probes run on.
  constexpr sim::Duration until_noticed = 15s;
  for (const trace::Record& record : history.records()) {
    const auto* probe = std::get_if<trace::Probe>(&record.payload);
    if (probe == nullptr || !history.has_complete_record(record.pod, probe->container)) continue;
    const Instance* instance = newest_at(history, record.pod, probe->container, record.time);
    if (instance == nullptr || !instance->exited_at || record.time - *instance->exited_at <= until_noticed) continue;
    if (is_disturbed(history, *instance->exited_at - 1min, record.time)) continue;
    return Finding{record.time, fmt::format("{}/{} is probed long after its end", record.pod, probe->container)};
  }
  return std::nullopt;
}

/// More syncs than that within a minute are a loop, if the pod does not change: it is synced once a minute, and
/// again when a probe or a relist reports something.
constexpr std::ptrdiff_t max_syncs_at_rest = 30;

std::optional<Finding> resting_pods_rest(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  const sim::Time recently = history.ended_at() - 1min;
  for (const PodLife& life : history.pods()) {
    if (life.gone_at || life.versions.back().since > recently - until_reported) continue;
    const std::string name = api::full_name(life.last());
    const auto syncs = std::ranges::count_if(history.records(), [&](const trace::Record& record) {
      const auto* sync = std::get_if<trace::Sync>(&record.payload);
      return sync != nullptr && sync->op == "enter" && record.pod == name && record.time >= recently;
    });
    if (syncs <= max_syncs_at_rest) continue;
    return Finding{recently, fmt::format("{} is synced {} times in a minute, although nothing changes", name, syncs)};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_ends{
    Invariant{"deleted-containers-end", "a container of a deleted pod ends within the pod's grace period",
              deleted_containers_end,
              "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination"},
    Invariant{"resizes-end", "a resize ends: it is carried out, deferred or infeasible", resizes_end,
              "https://kubernetes.io/docs/tasks/configure-pod-container/resize-container-resources/"},
    Invariant{"calls-back-off", "the kubelet does not repeat a call about a container or pod without a back-off",
              calls_back_off},
    Invariant{"probes-end-with-containers", "a container is not probed after its end", probes_end_with_containers},
    Invariant{"resting-pods-rest", "a pod that does not change is not synced all the time", resting_pods_rest},
};

}  // namespace

std::span<const Invariant> known_violations_of_ends() {
  return table_of_promised_ends;
}

}  // namespace podreel::invariants

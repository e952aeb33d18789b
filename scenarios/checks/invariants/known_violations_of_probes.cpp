// Invariants of probes and their effects that some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <variant>
#include <vector>

#include "engine/release/behaviour/probing.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/checks/invariants/pod_versions.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using api::ContainerStatus;
using api::Pod;
using release::Behaviour;

std::optional<Finding> ready_containers_have_started(const History& history) {
  // A probe that fails as its container ends counts until the status is generated again.
  constexpr sim::Duration briefly = 5s;
  for (const PodLife& life : history.pods()) {
    for (std::size_t index = 0; index < life.versions.size(); ++index) {
      const auto& [since, pod] = life.versions[index];
      const bool is_last = index + 1 == life.versions.size();
      const sim::Time until = is_last ? life.gone_at.value_or(history.ended_at()) : life.versions[index + 1].since;
      if (until - since < briefly || is_terminal(pod->status.phase)) continue;
      for (const ContainerStatus& status : pod->status.container_statuses) {
        if (!is_running(status) || !status.ready || status.started.value_or(true)) continue;
        return Finding{since, fmt::format("{}: {} is ready but not started", api::full_name(*pod), status.name)};
      }
    }
  }
  return std::nullopt;
}

/// Times of the container's probe.
std::vector<sim::Time> probes_of(const History& history, const Instance& instance, std::string_view probe,
                                 std::string_view result = {}) {
  std::vector<sim::Time> times;
  for (const trace::Record& record : history.records()) {
    const auto* asked = std::get_if<trace::Probe>(&record.payload);
    if (asked == nullptr || record.pod != instance.pod || asked->container != instance.container) continue;
    const bool is_meant = asked->probe == probe && (result.empty() || asked->result == result);
    if (is_meant && record.time >= instance.created_at) times.push_back(record.time);
  }
  return times;
}

/// Time until probes are punctual again after a disturbance.
constexpr sim::Duration recovery = 1min;

/// End of the time in which readiness probes are expected and recorded: the end of the container or its pod. A probe
/// that runs as the run ends is recorded later.
sim::Time end_of(const History& history, const PodLife& life, const Instance& instance) {
  sim::Time end = history.ended_at() - history.circumstances().request_timeout;
  if (instance.exited_at) end = std::min(end, *instance.exited_at);
  if (instance.removed_at) end = std::min(end, *instance.removed_at);
  if (life.gone_at) end = std::min(end, *life.gone_at);
  for (const PodVersion& version : life.versions) {
    if (is_terminal(version.pod->status.phase)) end = std::min(end, version.since);
  }
  return end;
}

/// Whether the kubelet itself has ended the pod, which it knows before the API does.
bool was_ended_by_kubelet(const Pod& pod) {
  return is_terminal(pod.status.phase) && !pod.status.reason.empty();
}

std::optional<Finding> unprobed(const History& history, const PodLife& life, const Instance& instance) {
  const api::Container* container = find_container(*life.last().spec, instance.container).container;
  if (container == nullptr || !container->readiness_probe || container->startup_probe) return std::nullopt;
  const api::Probe& probe = *container->readiness_probe;
  const sim::Duration max_gap = 3 * std::chrono::seconds{probe.period_seconds + probe.timeout_seconds};
  std::vector<sim::Time> times = probes_of(history, instance, "Readiness");
  const sim::Time end = end_of(history, life, instance);
  std::erase_if(times, [end](sim::Time time) { return time > end; });
  if (times.empty()) return std::nullopt;
  times.push_back(end);
  for (std::size_t next = 1; next < times.size(); ++next) {
    if (times[next] - times[next - 1] <= max_gap || is_disturbed(history, times[next - 1] - recovery, times[next]))
      continue;
    return Finding{times[next - 1],
                   fmt::format("{}/{} runs without a readiness probe for {}s", instance.pod, instance.container,
                               std::chrono::floor<std::chrono::seconds>(times[next] - times[next - 1]).count())};
  }
  return std::nullopt;
}

std::optional<Finding> readiness_is_probed_to_the_end(const History& history) {
  for (const Instance& instance : history.instances()) {
    const PodLife* life = history.pod_named(instance.pod);
    if (life == nullptr || !instance.started_at || !history.is_only_of_its_name(instance.pod)) continue;
    if (!history.has_complete_record(instance.pod, instance.container) || was_ended_by_kubelet(life->last())) continue;
    if (auto finding = unprobed(history, *life, instance)) return finding;
  }
  return std::nullopt;
}

/// A restarted kubelet does not know the probe results of its predecessor.
bool is_of_this_kubelet(const History& history, const Instance& instance, sim::Time now) {
  return std::ranges::none_of(history.records(), [&](const trace::Record& record) {
    return std::holds_alternative<trace::KubeletProcess>(record.payload) && record.time > instance.created_at &&
           record.time <= now;
  });
}

std::optional<Finding> startup_probes_decide(const History& history) {
  if (history.circumstances().any_lacks(release::startup_probes)) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    for (const auto& [since, pod] : life.versions) {
      for (const ContainerStatus& status : pod->status.container_statuses) {
        const api::Container* container = find_container(*pod->spec, status.name).container;
        const Instance* instance = history.find_instance(api::bare_id(status.container_id));
        if (container == nullptr || !container->startup_probe || instance == nullptr) continue;
        if (!is_running(status) || !status.started.value_or(false)) continue;
        const std::vector<sim::Time> times = probes_of(history, *instance, "Startup", "success");
        if (!times.empty() && times.front() <= since) continue;
        if (!is_of_this_kubelet(history, *instance, since)) continue;
        return Finding{since, fmt::format("{}: {} is reported as started before its startup probe has succeeded",
                                          api::full_name(*pod), status.name)};
      }
    }
  }
  return std::nullopt;
}

/// Time of the pod's deletion timestamp in the API; no value if it had none by then.
std::optional<sim::Time> deleted_by(const PodLife& life, sim::Time time) {
  const auto deleted = std::ranges::find_if(
      life.versions, [](const PodVersion& version) { return version.pod->metadata.deletion_timestamp.has_value(); });
  if (deleted == life.versions.end() || deleted->since > time) return std::nullopt;
  return deleted->since;
}

std::optional<Finding> liveness_ends_with_deletion(const History& history) {
  // A probe may be under way, and its result late.
  constexpr sim::Duration soon = 10s;
  for (const trace::Record& record : history.records()) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event == nullptr || event->reason != "Unhealthy" || !event->message.starts_with("Liveness")) continue;
    const PodLife* life = history.pod_named(record.pod);
    if (life == nullptr || !history.is_only_of_its_name(record.pod)) continue;
    const auto deleted = deleted_by(*life, record.time);
    if (!deleted || record.time - *deleted <= soon || is_disturbed(history, *deleted - recovery, record.time)) continue;
    return Finding{record.time, record.pod + " still has a liveness probe long after its deletion"};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_probes{
    Invariant{"ready-containers-have-started", "a container that has not started is not ready",
              ready_containers_have_started, "kubernetes/kubernetes#92196"},
    Invariant{"readiness-is-probed-to-the-end", "the readiness probe of a container runs as long as the container",
              readiness_is_probed_to_the_end, "kubernetes/kubernetes#110309"},
    Invariant{"liveness-ends-with-deletion", "a deleted pod has no liveness probes", liveness_ends_with_deletion,
              "kubernetes/kubernetes#52817"},
    Invariant{"startup-probes-decide", "a container is only started after its own startup probe has succeeded",
              startup_probes_decide, "kubernetes/kubernetes#141155"},
};

}  // namespace

std::span<const Invariant> known_violations_of_probes() {
  return table_of_promised_probes;
}

}  // namespace podreel::invariants

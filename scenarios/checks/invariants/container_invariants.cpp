// Invariants of containers and of the timeline's records about them.
#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>
#include <variant>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/checks/invariants/pod_versions.hpp"

namespace podreel::invariants {

namespace {

using release::Behaviour;

std::optional<Finding> times_only_grow(const History& history) {
  const auto& records = history.records();
  const auto earlier = std::ranges::adjacent_find(
      records, [](const trace::Record& left, const trace::Record& right) { return right.time < left.time; });
  if (earlier == records.end()) return std::nullopt;
  return Finding{earlier->time, "a later record has an earlier time"};
}

std::optional<Finding> syncs_have_pods(const History& history) {
  for (const trace::Record& record : history.records()) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync != nullptr && record.pod.empty()) return Finding{record.time, sync->op + " without a pod"};
  }
  return std::nullopt;
}

std::optional<Finding> containers_start_once_created(const History& history) {
  std::set<std::string> started;
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || call->op != "StartContainer" || call->error || !call->id) continue;
    const Instance* instance = history.find_instance(*call->id);
    const std::string name = record.pod + "/" + call->container.value_or("");
    if (instance == nullptr || instance->created_at > record.time + call->dur) {
      return Finding{record.time, name + " was started before it was created"};
    }
    if (!started.insert(*call->id).second) return Finding{record.time, name + " was started twice"};
  }
  return std::nullopt;
}

std::optional<Finding> removed_containers_stay_away(const History& history) {
  for (const trace::Record& record : history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || call->error || !call->id || call->op == "RemoveContainer") continue;
    const Instance* instance = history.find_instance(*call->id);
    if (instance == nullptr || !instance->removed_at || *instance->removed_at >= record.time) continue;
    return Finding{record.time, fmt::format("{} of {}/{} succeeded after its removal", call->op, instance->pod,
                                            instance->container)};
  }
  return std::nullopt;
}

/// Returns the first container of a pod whose containerID the runtime never had.
std::optional<std::string> invented_container(const History& history, const api::PodStatus& status) {
  for (const auto* statuses : {&status.init_container_statuses, &status.container_statuses}) {
    for (const api::ContainerStatus& container : *statuses) {
      const std::string_view id = api::bare_id(container.container_id);
      if (!id.empty() && history.find_instance(id) == nullptr) return std::string{container.name};
    }
  }
  return std::nullopt;
}

std::optional<Finding> reported_containers_exist(const History& history) {
  return in_versions(history, [&history](const api::Pod& pod, sim::Time) {
    const auto name = invented_container(history, pod.status);
    return name ? *name + " is reported with an unknown containerID" : std::string{};
  });
}

/// Older kubelets forget a worker during a sync: a recreated pod then has a second worker (pkg/kubelet/pod_workers.go,
/// ForgetWorker).
bool may_have_two_workers(const History& history, const Instance& instance) {
  return history.circumstances().is_known_bug(release::pod_workers_have_stages) &&
         !history.is_only_of_its_name(instance.pod);
}

/// Whether both belong to one pod: a terminating pod and its successor may exist at the same time.
bool are_of_one_pod(const History& history, const Instance& left, const Instance& right) {
  if (may_have_two_workers(history, left)) return false;
  return left.sandbox == right.sandbox || history.is_only_of_its_name(left.pod);
}

std::optional<Finding> containers_run_once_at_a_time(const History& history) {
  std::map<std::pair<std::string, std::string>, std::vector<const Instance*>> by_name;
  for (const Instance& instance : history.instances()) {
    if (!instance.started_at || !history.has_complete_record(instance.pod, instance.container)) continue;
    std::vector<const Instance*>& others = by_name[{instance.pod, instance.container}];
    for (const Instance* other : others) {
      if (!other->ran_at(*instance.started_at) && !instance.ran_at(*other->started_at)) continue;
      if (!are_of_one_pod(history, *other, instance)) continue;
      return Finding{*instance.started_at,
                     fmt::format("two instances of {}/{} run at the same time", instance.pod, instance.container)};
    }
    others.push_back(&instance);
  }
  return std::nullopt;
}

/// Whether the next instance was created when the kubelet could know that the first had exited.
bool follows(const Instance& next, const Instance& ended) {
  const bool is_same = next.pod == ended.pod && next.container == ended.container;
  return is_same && next.started_at && next.created_at > *ended.exited_at &&
         (!ended.removed_at || *ended.removed_at > next.created_at);
}

std::optional<Finding> ended_containers_stay_ended(const History& history) {
  // Older kubelets create a new sandbox for such a pod, with all its containers.
  if (history.circumstances().is_known_bug(release::never_pod_keeps_dead_sandbox)) return std::nullopt;
  for (const Instance& ended : history.instances()) {
    if (!history.is_only_of_its_name(ended.pod) || !history.has_complete_record(ended.pod, ended.container)) continue;
    if (!has_ended_for_good(history.pod_named(ended.pod)->last(), ended)) continue;
    for (const Instance& next : history.instances()) {
      if (!follows(next, ended)) continue;
      return Finding{*next.started_at, fmt::format("{}/{} starts again although its restartPolicy does not restart it",
                                                   next.pod, next.container)};
    }
  }
  return std::nullopt;
}

/// Returns "1m20s" of "back-off 1m20s restarting failed container=…"; no value for other texts.
std::optional<sim::Duration> back_off_in(std::string_view message) {
  constexpr std::string_view before = "ack-off ";
  const auto begin = message.find(before);
  const auto end = message.find(" restarting failed");
  if (begin == std::string_view::npos || end == std::string_view::npos || begin > end) return std::nullopt;
  std::string_view text = message.substr(begin + before.size(), end - begin - before.size());
  sim::Duration total{};
  while (!text.empty()) {
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || rest == text.data() + text.size()) return std::nullopt;
    if (*rest == 'h') total += std::chrono::hours{number};
    if (*rest == 'm') total += std::chrono::minutes{number};
    if (*rest == 's') total += std::chrono::seconds{number};
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
  }
  return total;
}

std::optional<Finding> back_off_has_an_end(const History& history) {
  return in_versions(history, [&history](const api::Pod& pod, sim::Time) -> std::string {
    for (const api::ContainerStatus& status : pod.status.container_statuses) {
      const auto* waiting = std::get_if<api::StateWaiting>(&status.state);
      const auto back_off = waiting == nullptr ? std::nullopt : back_off_in(waiting->message.view());
      if (back_off && *back_off > history.circumstances().max_back_off) {
        return fmt::format("{}: {}", status.name, waiting->message);
      }
    }
    return {};
  });
}

constexpr std::array table_of_containers{
    Invariant{"times-only-grow", "records are in order of time", times_only_grow},
    Invariant{"syncs-have-pods", "every sync has a pod", syncs_have_pods},
    Invariant{"containers-start-once-created", "a container is started once, after its creation",
              containers_start_once_created},
    Invariant{"removed-containers-stay-away", "no call succeeds for a removed container", removed_containers_stay_away},
    Invariant{"reported-containers-exist", "a pod's status names only containers that the runtime had",
              reported_containers_exist},
    Invariant{"containers-run-once-at-a-time",
              "no two instances of a pod's container run at the same time, if the kubelet knows both",
              containers_run_once_at_a_time},
    Invariant{"ended-containers-stay-ended",
              "a regular container does not start again if its restartPolicy does not restart it",
              ended_containers_stay_ended},
    Invariant{"back-off-has-an-end", "no crash back-off exceeds the maximum", back_off_has_an_end},
};

}  // namespace

std::span<const Invariant> invariants_of_containers() {
  return table_of_containers;
}

}  // namespace podreel::invariants

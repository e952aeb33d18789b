// Invariants of a node at rest that some releases violate.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <variant>

#include "engine/release/behaviour/probing.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using api::ContainerStatus;
using api::Pod;

bool has_rested(const History& history, const PodLife& life) {
  return !life.gone_at && !life.last().metadata.deletion_timestamp &&
         history.ended_at() - life.versions.back().since >= until_reported;
}

bool are_all_ready(const Pod& pod) {
  return std::ranges::all_of(pod.spec->containers, [&pod](const api::Container& container) {
    const ContainerStatus* status = find_status(pod.status.container_statuses, container.name);
    return status != nullptr && status->ready && std::holds_alternative<api::StateRunning>(status->state);
  });
}

std::optional<Finding> readiness_is_reported(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const Pod& pod = life.last();
    const bool has_sidecars = std::ranges::any_of(pod.spec->init_containers, api::is_restartable_init_container);
    if (!has_rested(history, life) || has_sidecars || !pod.spec->readiness_gates.empty()) continue;
    const api::PodCondition* ready = find_condition(pod.status, "Ready");
    if (pod.status.phase != api::PodPhase::running || ready == nullptr || ready->status == "True") continue;
    if (!are_all_ready(pod)) continue;
    return Finding{life.versions.back().since,
                   api::full_name(pod) + " has not become Ready since then, although its containers are ready"};
  }
  return std::nullopt;
}

bool runs_for_long(const History& history, const std::string& pod, const std::string& container) {
  return std::ranges::any_of(history.instances(), [&](const Instance& instance) {
    return instance.pod == pod && instance.container == container && instance.runs() &&
           history.ended_at() - *instance.started_at >= until_reported &&
           history.has_complete_record(instance.pod, instance.container);
  });
}

/// Otherwise the kubelet may have learned of an init container late.
bool knows_init_containers(const History& history, const Pod& pod) {
  return std::ranges::all_of(pod.spec->init_containers,
                             [&history, name = api::full_name(pod)](const api::Container& container) {
                               return history.has_complete_record(name, container.name);
                             });
}

/// Returns "Pending", or the init container that the status waits for; empty if the status fits running containers.
std::string find_unstarted_container(const Pod& pod) {
  if (pod.status.phase == api::PodPhase::pending) return "Pending";
  for (const ContainerStatus& status : pod.status.init_container_statuses) {
    const api::Container* container = find_container(*pod.spec, status.name).container;
    const bool is_sidecar = container != nullptr && api::is_restartable_init_container(*container);
    if (is_sidecar || !std::holds_alternative<api::StateWaiting>(status.state)) continue;
    return fmt::format("waiting for init container {}", status.name);
  }
  return {};
}

std::optional<Finding> running_pods_are_ordered_to_run(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const PodLife& life : history.pods()) {
    const Pod& pod = life.last();
    const std::string name = api::full_name(pod);
    // Kubelets do not report that a terminated container without restarts runs after all.
    if (!has_rested(history, life) || pod.spec->restart_policy != api::RestartPolicy::always) continue;
    if (!history.is_only_of_its_name(name) && !pod.is_mirror()) continue;
    const bool runs = std::ranges::all_of(pod.spec->containers, [&](const api::Container& container) {
      return runs_for_long(history, name, container.name);
    });
    const std::string reported = find_unstarted_container(pod);
    if (!runs || reported.empty() || !knows_init_containers(history, pod)) continue;
    return Finding{life.versions.back().since,
                   fmt::format("{} has been reported as {} since then, although it runs", name, reported)};
  }
  return std::nullopt;
}

/// Returns the command of the container's postStart hook, joined by spaces; empty if it has no such hook.
std::string post_start_command(const Pod& pod, const std::string& name) {
  const api::Container* container = find_container(*pod.spec, name).container;
  if (container == nullptr || !container->lifecycle.post_start) return {};
  const auto* exec = std::get_if<api::ExecAction>(&*container->lifecycle.post_start);
  return exec == nullptr ? std::string{} : fmt::format("{}", fmt::join(exec->command, " "));
}

std::optional<Finding> post_start_hooks_run(const History& history) {
  if (!history.is_at_rest()) return std::nullopt;
  for (const Instance& instance : history.instances()) {
    const PodLife* life = history.living_pod(instance.pod);
    if (life == nullptr || !instance.runs() || history.ended_at() - *instance.started_at < until_reported) continue;
    const std::string command = post_start_command(life->last(), instance.container);
    if (command.empty()) continue;
    // Records of ExecSync name the container, not its instance. The instances of a container run one after another.
    const bool has_run = std::ranges::any_of(history.records(), [&](const trace::Record& record) {
      const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
      return call != nullptr && call->op == "ExecSync" && record.pod == instance.pod &&
             call->container == instance.container && call->command == command && record.time >= *instance.started_at;
    });
    if (has_run) continue;
    return Finding{*instance.started_at, fmt::format("{}/{} has run since then, but its postStart hook has not",
                                                     instance.pod, instance.container)};
  }
  return std::nullopt;
}

/// Whether the container's startup probe has succeeded, or has run since.
bool is_asked_for_its_start(const History& history, const Instance& instance, sim::Time since) {
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    const auto* asked = std::get_if<trace::Probe>(&record.payload);
    if (asked == nullptr || asked->probe != "Startup") return false;
    if (record.pod != instance.pod || asked->container != instance.container) return false;
    const bool has_started = asked->result != "failure" && record.time >= instance.created_at;
    return has_started || record.time >= since;
  });
}

std::optional<Finding> startup_is_probed_to_its_end(const History& history) {
  if (!history.is_at_rest() || history.circumstances().any_lacks(release::startup_probes)) {
    return std::nullopt;
  }
  for (const Instance& instance : history.instances()) {
    const PodLife* life = history.living_pod(instance.pod);
    if (life == nullptr || !instance.runs() || life->last().metadata.deletion_timestamp) continue;
    const api::Container* container = find_container(*life->last().spec, instance.container).container;
    if (container == nullptr || !container->startup_probe || is_terminal(life->last().status.phase)) continue;
    const api::Probe& probe = *container->startup_probe;
    const sim::Duration max_wait =
        until_reported +
        std::chrono::seconds{probe.initial_delay_seconds + 3 * (probe.period_seconds + probe.timeout_seconds)};
    const sim::Time recently = history.ended_at() - max_wait;
    if (*instance.started_at > recently || is_asked_for_its_start(history, instance, recently)) continue;
    return Finding{*instance.started_at, fmt::format("{}/{} has run since then, but its startup probe no longer runs",
                                                     instance.pod, instance.container)};
  }
  return std::nullopt;
}

constexpr std::array table_of_violations_at_rest{
    Invariant{"ready-pods-are-reported-ready", "a running pod whose containers are ready is Ready",
              readiness_is_reported, "kubernetes/kubernetes#84931"},
    Invariant{"running-pods-are-reported-running",
              "a pod with long-running containers is neither Pending nor waiting for an init container",
              running_pods_are_ordered_to_run, "kubernetes/kubernetes#108537, #129907"},
    Invariant{"startup-is-probed-to-its-end", "the startup probe of a running container runs until it succeeds",
              startup_is_probed_to_its_end, "kubernetes/kubernetes#132826"},
    Invariant{"post-start-hooks-run", "the postStart hook of a running container has run", post_start_hooks_run,
              "https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/#hook-delivery-guarantees"},
};

}  // namespace

std::span<const Invariant> known_violations_at_rest() {
  return table_of_violations_at_rest;
}

}  // namespace podreel::invariants

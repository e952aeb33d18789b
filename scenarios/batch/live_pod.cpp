#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/api/timestamp.hpp"
#include "scenarios/batch/observed_status.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::batch {

namespace {

/// Assumed IP of a sandbox whose IP the status does not show (RFC 5737).
constexpr const char* assumed_ip = "192.0.2.1";

using runtime::ContainerState;
using runtime::ContainerStatus;

ContainerStatus instance(const api::ContainerStatus& reported, const std::string& container_id) {
  ContainerStatus container;
  container.id = api::bare_id(container_id);
  container.name = reported.name;
  container.sandbox_id = "sandbox";
  container.image = reported.image;
  container.image_id = reported.image_id;
  container.restart_count = reported.restart_count;
  return container;
}

ContainerStatus exited_instance(const api::ContainerStatus& reported, const api::StateTerminated& state) {
  const std::string& id = state.container_id.empty() ? reported.container_id : state.container_id;
  ContainerStatus container = instance(reported, id);
  container.state = ContainerState::exited;
  container.exit_code = state.exit_code;
  container.reason = state.reason;
  container.message = state.message;
  container.created_at = container.started_at = state.started_at;
  container.finished_at = state.finished_at;
  return container;
}

/// Adds the instances of one reported status, newest first.
void add_instances(ObservedStatus& observed, const api::ContainerStatuses& statuses) {
  auto& containers = observed.status.containers;
  for (const api::ContainerStatus& reported : statuses) {
    if (const auto* running = std::get_if<api::StateRunning>(&reported.state)) {
      ContainerStatus container = instance(reported, reported.container_id);
      container.state = ContainerState::running;
      container.created_at = container.started_at = running->started_at;
      container.resources = reported.resources_requests_limits;
      containers.push_back(std::move(container));
    } else if (const auto* terminated = std::get_if<api::StateTerminated>(&reported.state)) {
      containers.push_back(exited_instance(reported, *terminated));
    }
    if (const auto* last = std::get_if<api::StateTerminated>(&reported.last_state)) {
      containers.push_back(exited_instance(reported, *last));
    }
  }
}

/// Determines from the pod's condition whether the sandbox is ready (PodReadyToStartContainers, PodHasNetwork before
/// 1.28); without the condition, from a running container.
bool sandbox_is_ready(const api::Pod& pod, ObservedStatus& observed) {
  for (const std::string_view type : {"PodReadyToStartContainers", "PodHasNetwork"}) {
    if (const api::PodCondition* condition = api::find_condition(pod.status, type)) return condition->status == "True";
  }
  const bool any_runs = std::ranges::any_of(
      observed.status.containers, [](const ContainerStatus& one) { return one.state == ContainerState::running; });
  if (any_runs) return true;
  const bool has_ended = api::is_terminal(pod.status.phase);
  observed.assumed.emplace_back(has_ended
                                    ? "its sandbox is assumed to be stopped, because the pod has ended"
                                    : "its sandbox is assumed to be ready, because the status does not show otherwise");
  return !has_ended;
}

/// Parses "back-off 1m20s restarting failed container=app …".
std::optional<sim::Duration> back_off_in(std::string_view message) {
  constexpr std::string_view begin = "back-off ";
  if (!message.starts_with(begin)) return std::nullopt;
  message.remove_prefix(begin.size());
  const auto parsed = format::parse_duration(message.substr(0, message.find(' ')));
  const auto* back_off = std::get_if<sim::Duration>(&parsed);
  return back_off == nullptr ? std::nullopt : std::optional{*back_off};
}

/// Adds back-offs of the containers of `spec`, which do not affect the decision, but delay its execution.
void note_back_offs(ObservedStatus& observed, const api::ContainerStatuses& statuses, const api::PodSpec& spec) {
  for (const api::ContainerStatus& reported : statuses) {
    const auto* waiting = std::get_if<api::StateWaiting>(&reported.state);
    if (waiting == nullptr || api::find_container(spec, reported.name).container == nullptr) continue;
    if (waiting->reason == "ImagePullBackOff" || waiting->reason == "ErrImagePull") {
      observed.missing_images.emplace_back(reported.image);
      observed.assumed.push_back(
          fmt::format("the last pull of {} failed; the next one waits for its back-off, at most 5m", reported.image));
    }
    const auto* ended = std::get_if<api::StateTerminated>(&reported.last_state);
    const auto back_off = back_off_in(waiting->message);
    if (waiting->reason != "CrashLoopBackOff" || ended == nullptr || !back_off) continue;
    observed.back_offs.push_back({reported.name, std::chrono::floor<std::chrono::seconds>(*back_off)});
    observed.assumed.push_back(fmt::format("{} is in back-off until {}, {} after its exit", reported.name,
                                           api::format_timestamp(ended->finished_at + *back_off),
                                           format::duration_text(*back_off)));
  }
}

}  // namespace

ObservedStatus observed_status_of(const api::Pod& pod) {
  ObservedStatus observed;
  add_instances(observed, pod.status.container_statuses);
  add_instances(observed, pod.status.init_container_statuses);
  add_instances(observed, pod.status.ephemeral_container_statuses);
  for (const auto* statuses : {&pod.status.container_statuses, &pod.status.init_container_statuses}) {
    note_back_offs(observed, *statuses, *pod.spec);
  }
  if (pod.spec->node_name.empty()) {
    observed.assumed.emplace_back(
        "no kubelet runs the pod, because spec.nodeName is empty; this is what a kubelet would do");
  }
  observed.hashes.assign(observed.status.containers.size(), HashMark::current);
  observed.status.ips = pod.status.pod_ips;
  if (observed.status.ips.empty() && !pod.status.pod_ip.empty()) observed.status.ips.push_back(pod.status.pod_ip);

  if (observed.status.containers.empty() && observed.status.ips.empty()) return observed;
  runtime::SandboxStatus sandbox;
  sandbox.id = "sandbox";
  sandbox.host_network = pod.spec->host_network;
  sandbox.ip = observed.status.ips.empty() ? memory::Text{} : observed.status.ips.front();
  const bool ready = sandbox_is_ready(pod, observed);
  sandbox.state = ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready;
  if (ready && sandbox.ip->empty() && !sandbox.host_network) {
    sandbox.ip = assumed_ip;
    observed.assumed.emplace_back("its sandbox is assumed to have an IP, because its containers have run");
  }
  observed.status.sandboxes.push_back(std::move(sandbox));
  return observed;
}

}  // namespace podreel::batch

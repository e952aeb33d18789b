#include <algorithm>
#include <span>

#include "scenarios/batch/observed_status.hpp"

namespace podreel::batch {

namespace {

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

/// The instances behind one reported status, newest first.
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

/// The condition says whether the sandbox is ready (PodReadyToStartContainers, PodHasNetwork before 1.28); where there
/// is none, a running container does.
bool sandbox_is_ready(const api::Pod& pod, std::span<const ContainerStatus> containers) {
  for (const std::string_view type : {"PodReadyToStartContainers", "PodHasNetwork"}) {
    if (const api::PodCondition* condition = api::find_condition(pod.status, type)) return condition->status == "True";
  }
  return std::any_of(containers.begin(), containers.end(),
                     [](const ContainerStatus& container) { return container.state == ContainerState::running; });
}

}  // namespace

ObservedStatus observed_status_of(const api::Pod& pod) {
  ObservedStatus observed;
  add_instances(observed, pod.status.container_statuses);
  add_instances(observed, pod.status.init_container_statuses);
  add_instances(observed, pod.status.ephemeral_container_statuses);
  observed.hashes.assign(observed.status.containers.size(), HashMark::current);
  observed.status.ips = pod.status.pod_ips;
  if (observed.status.ips.empty() && !pod.status.pod_ip.empty()) observed.status.ips.push_back(pod.status.pod_ip);

  if (observed.status.containers.empty() && observed.status.ips.empty()) return observed;
  runtime::SandboxStatus sandbox;
  sandbox.id = "sandbox";
  sandbox.host_network = pod.spec->host_network;
  sandbox.ip = observed.status.ips.empty() ? api::Text{} : observed.status.ips.front();
  const bool ready = sandbox_is_ready(pod, observed.status.containers);
  sandbox.state = ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready;
  observed.status.sandboxes.push_back(std::move(sandbox));
  return observed;
}

}  // namespace podreel::batch

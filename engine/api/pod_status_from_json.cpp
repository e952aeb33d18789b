#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/pod_status.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/sim/bounded_time.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

sim::Time time_or_zero(const json& object, const char* key) {
  const json* text = find_member(object, key);
  const std::optional<sim::Time> time = text ? parse_timestamp(text->get<std::string>()) : std::nullopt;
  return sim::bounded_instant(time.value_or(sim::Time{}));
}

StateTerminated terminated_from_json(const json& terminated) {
  StateTerminated result;
  result.exit_code = number_member<std::int32_t>(terminated, "exitCode").value_or(0);
  result.signal = number_member<std::int32_t>(terminated, "signal").value_or(0);
  result.reason = string_member(terminated, "reason");
  result.message = string_member(terminated, "message");
  result.started_at = time_or_zero(terminated, "startedAt");
  result.finished_at = time_or_zero(terminated, "finishedAt");
  result.container_id = string_member(terminated, "containerID");
  return result;
}

ContainerState state_member(const json& status, const char* key) {
  const json* state = find_member(status, key);
  if (!state) return std::monostate{};
  if (const json* running = find_member(*state, "running")) return StateRunning{time_or_zero(*running, "startedAt")};
  if (const json* terminated = find_member(*state, "terminated")) return terminated_from_json(*terminated);
  if (const json* waiting = find_member(*state, "waiting")) {
    return StateWaiting{string_member(*waiting, "reason"), string_member(*waiting, "message")};
  }
  return std::monostate{};
}

/// Requests and limits, if there are any.
memory::BoxedOptional<std::pair<ResourceList, ResourceList>> resources_member(const json& status) {
  const json* resources = find_member(status, "resources");
  if (resources == nullptr) return {};
  return std::pair{text_map_member<ResourceList>(*resources, "requests"),
                   text_map_member<ResourceList>(*resources, "limits")};
}

ContainerStatus container_status_from_json(const json& status) {
  ContainerStatus result;
  result.name = string_member(status, "name");
  result.state = state_member(status, "state");
  result.last_state = state_member(status, "lastState");
  result.ready = bool_member(status, "ready");
  result.restart_count = number_member<std::int32_t>(status, "restartCount").value_or(0);
  result.image = string_member(status, "image");
  result.image_id = string_member(status, "imageID");
  result.container_id = string_member(status, "containerID");
  if (find_member(status, "started")) result.started = bool_member(status, "started");
  result.allocated_resources = text_map_member<ResourceList>(status, "allocatedResources");
  result.resources_requests_limits = resources_member(status);
  return result;
}

PodCondition condition_from_json(const json& condition) {
  PodCondition result;
  result.type = string_member(condition, "type");
  result.status = string_member(condition, "status");
  result.reason = string_member(condition, "reason");
  result.message = string_member(condition, "message");
  result.last_probe_time = time_or_zero(condition, "lastProbeTime");
  result.last_transition_time = time_or_zero(condition, "lastTransitionTime");
  result.observed_generation = number_member<std::int64_t>(condition, "observedGeneration").value_or(0);
  return result;
}

ContainerStatuses statuses(const json& status, const char* key) {
  ContainerStatuses result;
  for_each_item(status, key, [&](const json& item) { result.push_back(container_status_from_json(item)); });
  return result;
}

IpList ips(const json& status, const char* key) {
  IpList result;
  for_each_item(status, key, [&](const json& item) { result.push_back(string_member(item, "ip")); });
  return result;
}

}  // namespace

PodStatus pod_status_from_json(const json& status) {
  PodStatus result;
  result.observed_generation = number_member<std::int64_t>(status, "observedGeneration").value_or(0);
  result.phase = parse_pod_phase(string_member(status, "phase")).value_or(PodPhase::none);
  for_each_item(status, "conditions",
                [&](const json& condition) { result.conditions.push_back(condition_from_json(condition)); });
  result.message = string_member(status, "message");
  result.reason = string_member(status, "reason");
  result.nominated_node_name = string_member(status, "nominatedNodeName");
  result.host_ip = string_member(status, "hostIP");
  result.host_ips = ips(status, "hostIPs");
  result.pod_ip = string_member(status, "podIP");
  result.pod_ips = ips(status, "podIPs");
  if (find_member(status, "startTime")) result.start_time = time_or_zero(status, "startTime");
  result.init_container_statuses = statuses(status, "initContainerStatuses");
  result.container_statuses = statuses(status, "containerStatuses");
  result.ephemeral_container_statuses = statuses(status, "ephemeralContainerStatuses");
  result.qos_class = string_member(status, "qosClass");
  result.resize = string_member(status, "resize");
  result.allocated_resources = text_map_member<ResourceList>(status, "allocatedResources");
  result.resources = resources_member(status);
  return result;
}

}  // namespace podreel::api

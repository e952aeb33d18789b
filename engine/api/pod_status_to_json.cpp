#include <nlohmann/json.hpp>

#include "engine/api/pod_status.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::api {

namespace {

using nlohmann::ordered_json;

void add_text(ordered_json& object, const char* key, std::string_view text) {
  if (!text.empty()) object[key] = text;
}

/// metav1.Time: always written, null if not set.
ordered_json time_json(sim::Time time) {
  if (time == sim::Time{}) return nullptr;
  return format_timestamp(time);
}

ordered_json to_json(const PodCondition& condition) {
  ordered_json result;
  result["type"] = condition.type;
  if (condition.observed_generation != 0) result["observedGeneration"] = condition.observed_generation;
  result["status"] = condition.status;
  result["lastProbeTime"] = time_json(condition.last_probe_time);
  result["lastTransitionTime"] = time_json(condition.last_transition_time);
  add_text(result, "reason", condition.reason);
  add_text(result, "message", condition.message);
  return result;
}

ordered_json to_json(const StateTerminated& terminated) {
  ordered_json result;
  result["exitCode"] = terminated.exit_code;
  if (terminated.signal != 0) result["signal"] = terminated.signal;
  add_text(result, "reason", terminated.reason);
  add_text(result, "message", terminated.message);
  result["startedAt"] = time_json(terminated.started_at);
  result["finishedAt"] = time_json(terminated.finished_at);
  add_text(result, "containerID", terminated.container_id);
  return result;
}

ordered_json to_json(const ContainerState& state) {
  ordered_json result = ordered_json::object();
  if (const auto* waiting = std::get_if<StateWaiting>(&state)) {
    ordered_json& object = result["waiting"] = ordered_json::object();
    add_text(object, "reason", waiting->reason);
    add_text(object, "message", waiting->message);
  } else if (const auto* running = std::get_if<StateRunning>(&state)) {
    result["running"]["startedAt"] = time_json(running->started_at);
  } else if (const auto* terminated = std::get_if<StateTerminated>(&state)) {
    result["terminated"] = to_json(*terminated);
  }
  return result;
}

ordered_json to_json(const ResourceList& resources) {
  ordered_json result = ordered_json::object();
  for (const auto& [name, quantity] : resources) result[name] = quantity;
  return result;
}

ordered_json to_json(const std::pair<ResourceList, ResourceList>& requests_and_limits) {
  const auto& [requests, limits] = requests_and_limits;
  ordered_json result = ordered_json::object();
  if (!limits.empty()) result["limits"] = to_json(limits);
  if (!requests.empty()) result["requests"] = to_json(requests);
  return result;
}

void add_statuses(ordered_json& object, const char* key, const ContainerStatuses& statuses) {
  for (const ContainerStatus& status : statuses) object[key].push_back(to_json(status));
}

void add_ips(ordered_json& object, const char* key, const IpList& ips) {
  for (const memory::Text& ip : ips) object[key].push_back(ordered_json{{"ip", ip}});
}

}  // namespace

ordered_json to_json(const ContainerStatus& status) {
  ordered_json result;
  result["name"] = status.name;
  result["state"] = to_json(status.state);
  result["lastState"] = to_json(status.last_state);
  result["ready"] = status.ready;
  result["restartCount"] = status.restart_count;
  result["image"] = status.image;
  result["imageID"] = status.image_id;
  add_text(result, "containerID", status.container_id);
  if (status.started) result["started"] = *status.started;
  if (!status.allocated_resources.empty()) result["allocatedResources"] = to_json(status.allocated_resources);
  if (status.resources_requests_limits) result["resources"] = to_json(*status.resources_requests_limits);
  return result;
}

ordered_json to_json(const PodStatus& status) {
  ordered_json result = ordered_json::object();
  if (status.observed_generation != 0) result["observedGeneration"] = status.observed_generation;
  add_text(result, "phase", to_string(status.phase));
  for (const PodCondition& condition : status.conditions) result["conditions"].push_back(to_json(condition));
  add_text(result, "message", status.message);
  add_text(result, "reason", status.reason);
  add_text(result, "nominatedNodeName", status.nominated_node_name);
  add_text(result, "hostIP", status.host_ip);
  add_ips(result, "hostIPs", status.host_ips);
  add_text(result, "podIP", status.pod_ip);
  add_ips(result, "podIPs", status.pod_ips);
  if (status.start_time) result["startTime"] = time_json(*status.start_time);
  add_statuses(result, "initContainerStatuses", status.init_container_statuses);
  add_statuses(result, "containerStatuses", status.container_statuses);
  add_text(result, "qosClass", status.qos_class);
  add_statuses(result, "ephemeralContainerStatuses", status.ephemeral_container_statuses);
  add_text(result, "resize", status.resize);
  if (!status.allocated_resources.empty()) result["allocatedResources"] = to_json(status.allocated_resources);
  if (status.resources) result["resources"] = to_json(*status.resources);
  return result;
}

}  // namespace podreel::api

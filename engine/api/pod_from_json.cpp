#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/seconds_member.hpp"
#include "engine/api/security_context.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/sim/bounded_time.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

std::optional<sim::Time> time_member(const json& object, const char* key) {
  const json* text = find_member(object, key);
  if (!text) return std::nullopt;
  const std::optional<sim::Time> time = parse_timestamp(text->get<std::string>());
  if (!time) return std::nullopt;
  return sim::bounded_instant(sim::truncated_to_seconds(*time));
}

std::vector<Container> containers(const std::shared_ptr<const json>& spec, const char* key) {
  std::vector<Container> result;
  for_each_item(*spec, key, [&](const json& item) { result.push_back(container_from_json({spec, &item})); });
  return result;
}

}  // namespace

ObjectMeta metadata_from_json(const json& metadata) {
  using Strings = std::map<std::string, std::string>;
  ObjectMeta result;
  result.name = string_member(metadata, "name");
  if (const std::string name = string_member(metadata, "namespace"); !name.empty()) result.namespace_name = name;
  result.uid = string_member(metadata, "uid");
  result.generation = number_member<std::int64_t>(metadata, "generation").value_or(0);
  result.labels = text_map_member<Strings>(metadata, "labels");
  result.annotations = text_map_member<Strings>(metadata, "annotations");
  result.creation_timestamp = time_member(metadata, "creationTimestamp").value_or(sim::Time{});
  result.deletion_timestamp = time_member(metadata, "deletionTimestamp");
  result.deletion_grace_period_seconds = seconds_member(metadata, "deletionGracePeriodSeconds");
  return result;
}

PodSpec pod_spec_from_json(std::shared_ptr<const json> stored) {
  const json& spec = *stored;
  PodSpec result;
  result.restart_policy =
      parse_restart_policy(string_of(find_member(spec, "restartPolicy"))).value_or(RestartPolicy::always);
  result.termination_grace_period_seconds =
      seconds_member(spec, "terminationGracePeriodSeconds").value_or(result.termination_grace_period_seconds);
  result.active_deadline_seconds = seconds_member(spec, "activeDeadlineSeconds");
  result.host_network = bool_member(spec, "hostNetwork");
  const json* volumes = find_member(spec, "volumes");
  result.has_volumes = volumes && !volumes->empty();
  result.run_as_non_root = run_as_non_root(spec);
  result.node_name = string_member(spec, "nodeName");
  result.runtime_class_name = string_member(spec, "runtimeClassName");
  for_each_item(spec, "readinessGates",
                [&](const json& gate) { result.readiness_gates.push_back(string_member(gate, "conditionType")); });
  for_each_item(spec, "imagePullSecrets",
                [&](const json& secret) { result.image_pull_secrets.push_back(string_member(secret, "name")); });
  result.init_containers = containers(stored, "initContainers");
  result.containers = containers(stored, "containers");
  result.ephemeral_containers = containers(stored, "ephemeralContainers");
  result.node_selector = text_map_member<std::map<std::string, std::string>>(spec, "nodeSelector");
  if (const json* resources = find_member(spec, "resources")) {
    result.requests = text_map_member<ResourceList>(*resources, "requests");
    result.limits = text_map_member<ResourceList>(*resources, "limits");
  }
  result.qos_class = qos_class(result);
  result.stored = std::move(stored);
  return result;
}

Pod pod_from_json(const json& pod) {
  Pod result;
  if (const json* metadata = find_member(pod, "metadata")) result.metadata = metadata_from_json(*metadata);
  const json* spec = find_member(pod, "spec");
  result.spec =
      std::make_shared<const PodSpec>(spec ? pod_spec_from_json(std::make_shared<const json>(*spec)) : PodSpec{});
  if (const json* status = find_member(pod, "status")) result.status = pod_status_from_json(*status);
  return result;
}

}  // namespace podreel::api

#include "engine/api/pod_to_json.hpp"

#include "engine/api/timestamp.hpp"

namespace podreel::api {

namespace {

using nlohmann::ordered_json;

ordered_json metadata_json(const ObjectMeta& metadata) {
  ordered_json result;
  result["name"] = metadata.name;
  result["namespace"] = metadata.namespace_name;
  result["uid"] = metadata.uid;
  if (metadata.generation != 0) result["generation"] = metadata.generation;
  if (metadata.creation_timestamp != sim::Time{}) {
    result["creationTimestamp"] = format_timestamp(metadata.creation_timestamp);
  }
  if (metadata.deletion_timestamp) result["deletionTimestamp"] = format_timestamp(*metadata.deletion_timestamp);
  if (metadata.deletion_grace_period_seconds) {
    result["deletionGracePeriodSeconds"] = *metadata.deletion_grace_period_seconds;
  }
  if (!metadata.labels.empty()) result["labels"] = metadata.labels;
  if (!metadata.annotations.empty()) result["annotations"] = metadata.annotations;
  return result;
}

void add_containers(ordered_json& spec, const char* key, const std::vector<Container>& containers) {
  for (const Container& container : containers) spec[key].push_back(ordered_json(*container.stored));
}

std::string_view text_of(RestartPolicy policy) {
  switch (policy) {
    case RestartPolicy::always:
      return "Always";
    case RestartPolicy::on_failure:
      return "OnFailure";
    case RestartPolicy::never:
      return "Never";
  }
  return {};
}

ordered_json spec_json(const PodSpec& spec) {
  ordered_json result;
  add_containers(result, "initContainers", spec.init_containers);
  add_containers(result, "containers", spec.containers);
  add_containers(result, "ephemeralContainers", spec.ephemeral_containers);
  result["restartPolicy"] = text_of(spec.restart_policy);
  result["terminationGracePeriodSeconds"] = spec.termination_grace_period_seconds;
  if (spec.active_deadline_seconds) result["activeDeadlineSeconds"] = *spec.active_deadline_seconds;
  if (spec.host_network) result["hostNetwork"] = true;
  if (!spec.node_name.empty()) result["nodeName"] = spec.node_name;
  if (!spec.runtime_class_name.empty()) result["runtimeClassName"] = spec.runtime_class_name;
  for (const std::string& gate : spec.readiness_gates) result["readinessGates"].push_back({{"conditionType", gate}});
  if (!spec.requests.empty()) result["resources"]["requests"] = spec.requests;
  if (!spec.limits.empty()) result["resources"]["limits"] = spec.limits;
  return result;
}

}  // namespace

ordered_json to_json(const Pod& pod) {
  ordered_json result{{"apiVersion", "v1"}, {"kind", "Pod"}};
  result["metadata"] = metadata_json(pod.metadata);
  if (pod.spec) result["spec"] = spec_json(*pod.spec);
  result["status"] = to_json(pod.status);
  return result;
}

}  // namespace podreel::api

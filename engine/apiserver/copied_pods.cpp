// Pods of another API server, as a copy of it has them.
#include <algorithm>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/apiserver/api_server.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

/// Adds the reported conditions of the pod's readiness gates, the only ones that others than its kubelet write.
api::PodStatus with_gates(api::PodStatus status, const api::PodStatus& reported, const api::PodSpec& spec) {
  for (const api::PodCondition& condition : reported.conditions) {
    if (std::ranges::find(spec.readiness_gates, condition.type) == spec.readiness_gates.end()) continue;
    api::set_condition(status.conditions, condition);
  }
  return status;
}

}  // namespace

void ApiServer::put_copy(const json& object) {
  const json& metadata = object.at("metadata");
  api::Pod pod;
  pod.metadata = api::metadata_from_json(metadata);
  pod.spec = specs_.of_unbound(object);
  if (const json* status = api::find_member(object, "status")) pod.status = api::pod_status_from_json(*status);
  pod.status.qos_class = pod.spec->qos_class;
  const std::string name = api::full_name(pod);
  const auto known = objects_.find(name);
  if (known != objects_.end() && known->second.pod->metadata.uid != pod.metadata.uid) {
    erase(known);
  } else if (known != objects_.end()) {
    const api::Pod& before = *known->second.pod;
    pod.status = with_gates(before.status, pod.status, *pod.spec);
    if (before.metadata == pod.metadata && before.spec == pod.spec && before.status == pod.status) return;
    known->second.metadata = std::make_shared<const json>(metadata);
    return store(known->second, std::move(pod));
  }
  put(name, {.pod = memory::make_recycled<const api::Pod>(std::move(pod)),
             .metadata = std::make_shared<const json>(metadata)});
}

void ApiServer::remove_copy(const memory::Text& uid) {
  if (const auto found = by_uid_.find(uid); found != by_uid_.end()) erase(found->second);
}

}  // namespace podreel::apiserver

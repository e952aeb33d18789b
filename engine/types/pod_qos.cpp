#include "engine/types/pod_qos.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::types {

namespace {

/// `resources: {}`, or with lists that are empty.
bool has_empty_resources(const api::PodSpec& spec) {
  return api::find_member(*spec.stored, "resources") != nullptr && spec.requests.empty() && spec.limits.empty();
}

}  // namespace

api::PodSpec spec_with_qos(std::shared_ptr<const nlohmann::json> spec, const release::Behaviour& behaviour) {
  api::PodSpec result = api::pod_spec_from_json(std::move(spec));
  if (behaviour.has(release::empty_pod_resources_decide_qos) && has_empty_resources(result)) {
    result.qos_class = "BestEffort";
  }
  return result;
}

}  // namespace podreel::types

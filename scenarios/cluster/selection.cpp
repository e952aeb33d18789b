#include "scenarios/cluster/selection.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/label_selector.hpp"
#include "engine/api/object_labels.hpp"

namespace podreel::cluster {

using nlohmann::json;

bool selects(const json& selector, const json& object) {
  return api::selector_from_json(selector).matches(api::labels_of(object));
}

bool has_empty_selector(const json& selector) {
  return selector.value("matchLabels", json::object()).empty() &&
         selector.value("matchExpressions", json::array()).empty();
}

const apiserver::ObjectId* controller_id(const apiserver::ObjectStore& objects, const json& object) {
  const json* controller = apiserver::controller_of(object);
  return controller == nullptr ? nullptr : objects.with_uid(api::string_member(*controller, "uid"));
}

json controller_reference(const json& owner) {
  return {
      {"apiVersion", owner.at("apiVersion")},  {"kind", owner.at("kind")}, {"name", owner.at("metadata").at("name")},
      {"uid", owner.at("metadata").at("uid")}, {"controller", true},       {"blockOwnerDeletion", true}};
}

}  // namespace podreel::cluster

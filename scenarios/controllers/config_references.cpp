#include "scenarios/controllers/config_references.hpp"

#include "engine/api/json_member.hpp"
#include "scenarios/actions/pod_facts.hpp"

namespace podreel::controllers {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;
using nlohmann::json;

template <class Say>
void for_each_reference(const std::string& name_space, const json& pod, const Say& say) {
  actions::PodFacts facts;
  facts.add(pod);
  for (const auto& [name, keys] : facts.config_maps) say(ConfigKind::config_map, name_space + '/' + name);
  for (const auto& [name, keys] : facts.secrets) say(ConfigKind::secret, name_space + '/' + name);
}

/// Both of a ConfigMap, data of a Secret.
json data_of(const LoggedObject& object) {
  if (!object.json) return nullptr;
  return {object.json->value("data", json{}), object.json->value("binaryData", json{})};
}

}  // namespace

void expect_references(ConfigObjects& objects, const std::string& name_space, const json& pod) {
  for_each_reference(name_space, pod, [&](ConfigKind kind, const std::string& name) {
    if (!name.ends_with("/kube-root-ca.crt")) objects.expect(kind, name);
  });
}

void assume_references(ConfigObjects& objects, const std::string& name_space, const json& pod) {
  for_each_reference(name_space, pod, [&](ConfigKind kind, const std::string& name) { objects.assume(kind, name); });
}

void follow_config(ConfigObjects& objects, const LoggedChange& change) {
  const bool is_map = change.id.resource == "configmaps";
  if (!is_map && change.id.resource != "secrets") return;
  const ConfigKind kind = is_map ? ConfigKind::config_map : ConfigKind::secret;
  if (change.type == "DELETED") return objects.remove(kind, change.id.key);
  const json data = data_of(change.object);
  if (data == data_of(change.before)) return;
  ConfigObjects::Data values;
  for (const json& part : data) {
    if (!part.is_object()) continue;
    for (const auto& [key, value] : part.items()) values[key] = value.get<std::string>();
  }
  objects.put(kind, change.id.key, std::move(values));
}

}  // namespace podreel::controllers

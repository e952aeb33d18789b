#include "scenarios/cluster/config_references.hpp"

#include <utility>

#include "engine/api/json_member.hpp"

namespace podreel::controllers {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;
using nlohmann::json;

/// Both of a ConfigMap, data of a Secret.
json data_of(const LoggedObject& object) {
  if (!object.json) return nullptr;
  return {object.json->value("data", json{}), object.json->value("binaryData", json{})};
}

}  // namespace

std::vector<ConfigReference> config_references(const std::string& name_space, const json& pod) {
  actions::PodFacts facts;
  facts.add(pod);
  std::vector<ConfigReference> references;
  const auto add = [&](ConfigKind kind, actions::PodFacts::References& found) {
    for (auto& [name, keys] : found) references.push_back({kind, name_space + '/' + name, std::move(keys)});
  };
  add(ConfigKind::config_map, facts.config_maps);
  add(ConfigKind::secret, facts.secrets);
  return references;
}

ObjectId config_id(ConfigKind kind, const std::string& name) {
  return {kind == ConfigKind::config_map ? "configmaps" : "secrets", name};
}

void expect_references(ConfigObjects& objects, const std::string& name_space, const json& pod) {
  for (const ConfigReference& reference : config_references(name_space, pod)) {
    if (!reference.name.ends_with("/kube-root-ca.crt")) objects.expect(reference.kind, reference.name);
  }
}

void assume_references(ConfigObjects& objects, const std::string& name_space, const json& pod) {
  for (const ConfigReference& reference : config_references(name_space, pod)) {
    objects.assume(reference.kind, reference.name);
  }
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

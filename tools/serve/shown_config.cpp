#include "tools/serve/shown_config.hpp"

#include <utility>

#include "scenarios/cluster/config_references.hpp"
#include "tools/serve/base64.hpp"

namespace podreel::server {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;
using controllers::ObjectId;
using nlohmann::json;

/// By it a Secret of credentials for pulls is known.
constexpr const char* credentials = ".dockerconfigjson";

/// As the API has it: what is in Secrets is encoded.
std::string encoded(ConfigKind kind, const std::string& value) {
  return kind == ConfigKind::secret ? base64(value) : value;
}

json new_object(ConfigKind kind, const std::string& name, const json& data) {
  const std::size_t slash = name.find('/');
  json object{{"apiVersion", "v1"},
              {"kind", "ConfigMap"},
              {"metadata", {{"namespace", name.substr(0, slash)}, {"name", name.substr(slash + 1)}}}};
  if (kind == ConfigKind::secret) {
    object["kind"] = "Secret";
    object["type"] = data.contains(credentials) ? "kubernetes.io/dockerconfigjson" : "Opaque";
  }
  return object;
}

void show(controllers::ClusterApi& api, ConfigKind kind, const std::string& name, json data) {
  const ObjectId id = controllers::config_id(kind, name);
  const auto shown = api.find(id);
  json object = shown ? *shown : new_object(kind, name, data);
  object.erase("data");
  if (!data.empty()) object["data"] = std::move(data);
  if (shown) return api.update(id, std::move(object));
  api.create(id.resource, std::move(object));
}

/// What is there already keeps its values.
void show_keys(controllers::ClusterApi& api, const controllers::ConfigReference& reference) {
  const auto shown = api.find(controllers::config_id(reference.kind, reference.name));
  json data = shown ? shown->value("data", json::object()) : json::object();
  for (const std::string& key : reference.keys) {
    if (!data.contains(key)) data[key] = encoded(reference.kind, key == credentials ? R"({"auths":{}})" : "");
  }
  show(api, reference.kind, reference.name, std::move(data));
}

}  // namespace

void show_changed(controllers::ClusterApi& api, const ConfigObjects& config, std::uint64_t version) {
  for (const ConfigObjects::Change& change : config.changed_after(version)) {
    if (!change.data) {
      api.remove(controllers::config_id(change.kind, change.name));
      continue;
    }
    json data = json::object();
    for (const auto& [key, value] : *change.data) data[key] = encoded(change.kind, value);
    show(api, change.kind, change.name, std::move(data));
  }
}

void show_referred(controllers::ClusterApi& api, const ConfigObjects& config, const std::string& name_space,
                   const json& pod) {
  for (const controllers::ConfigReference& reference : controllers::config_references(name_space, pod)) {
    if (config.has_every_key(reference.kind, reference.name)) show_keys(api, reference);
  }
}

}  // namespace podreel::server

#include "engine/apiserver/stored_config.hpp"

#include <utility>

#include "engine/api/base64.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

/// Both of a ConfigMap, data of a Secret.
json data_of(const StoredObject& object) {
  if (!object.json) return nullptr;
  return {object.json->value("data", json{}), object.json->value("binaryData", json{})};
}

}  // namespace

ObjectId config_id(ConfigKind kind, const std::string& name) {
  return {kind == ConfigKind::config_map ? "configmaps" : "secrets", name};
}

json config_object(ConfigKind kind, const std::string& name, const ConfigObjects::Data& data) {
  const std::size_t slash = name.find('/');
  json object{{"apiVersion", "v1"},
              {"kind", "ConfigMap"},
              {"metadata", {{"namespace", name.substr(0, slash)}, {"name", name.substr(slash + 1)}}}};
  if (kind == ConfigKind::secret) {
    object["kind"] = "Secret";
    object["type"] = data.contains(pull_credentials) ? "kubernetes.io/dockerconfigjson" : "Opaque";
  }
  set_data(kind, object, data);
  return object;
}

void set_data(ConfigKind kind, json& object, const ConfigObjects::Data& data) {
  object.erase("data");
  for (const auto& [key, value] : data) {
    object["data"][key] = kind == ConfigKind::secret ? api::base64(value) : value;
  }
}

std::string assumed_value(std::string_view key) {
  if (key != pull_credentials) return {};
  json logins;
  for (const char* hosts : {"*", "*.*", "*.*.*", "*.*.*.*", "*.*.*.*.*"}) {
    logins[hosts] = {{"auth", api::base64("podreel:podreel")}};
  }
  return json{{"auths", std::move(logins)}}.dump();
}

void follow_config(ConfigObjects& objects, const ObjectChange& change) {
  const bool is_map = change.id.resource == "configmaps";
  if (!is_map && change.id.resource != "secrets") return;
  const ConfigKind kind = is_map ? ConfigKind::config_map : ConfigKind::secret;
  if (change.type == "DELETED") return objects.remove(kind, change.id.key);
  const json data = data_of(change.object);
  if (change.object.is_assumed || data == data_of(change.before)) return;
  ConfigObjects::Data values;
  for (const json& part : data) {
    if (!part.is_object()) continue;
    for (const auto& [key, value] : part.items()) {
      const auto text = value.get<std::string>();
      values[key] = is_map ? text : api::from_base64(text).value_or(text);
    }
  }
  objects.put(kind, change.id.key, std::move(values));
}

}  // namespace podreel::apiserver

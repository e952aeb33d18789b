// ConfigMaps and Secrets as objects of an API, and what its kubelets know of them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/apiserver/config_objects.hpp"
#include "engine/apiserver/object_store.hpp"

namespace podreel::apiserver {

/// Key of Secrets with credentials for pulls.
inline constexpr const char* pull_credentials = ".dockerconfigjson";

/// Returns the ID of a ConfigMap or Secret. `name` is "namespace/name".
[[nodiscard]] ObjectId config_id(ConfigKind kind, const std::string& name);

/// Returns the v1.ConfigMap or v1.Secret with this data.
[[nodiscard]] nlohmann::json config_object(ConfigKind kind, const std::string& name, const ConfigObjects::Data& data);

/// Replaces the data of a v1.ConfigMap or v1.Secret, which the API shows encoded in Secrets.
void set_data(ConfigKind kind, nlohmann::json& object, const ConfigObjects::Data& data);

/// Returns the value that the API shows for a key of an assumed Secret: of pull credentials, a login for every registry
/// whose host has no port and at most five labels, since simulated kubelets can pull every image with them; otherwise
/// nothing.
[[nodiscard]] std::string assumed_value(std::string_view key);

/// Notes in `objects` that a ConfigMap or Secret has come, has other data, or has gone. Without effect for other
/// changes, and for objects whose keys are assumed.
void follow_config(ConfigObjects& objects, const ObjectChange& change);

}  // namespace podreel::apiserver

// The volume that the admission plugin ServiceAccount adds to pods.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/release/behaviour.hpp"

namespace podreel::apiserver {

/// plugin/pkg/admission/serviceaccount: adds the volume and its mounts to the spec of a new pod, unless that says
/// automountServiceAccountToken false or mounts something else there everywhere. `pod_uid` and `namespace_name` decide
/// what the volume's name ends with.
void add_service_account_volume(nlohmann::json& spec, std::string_view pod_uid, std::string_view namespace_name,
                                const release::Behaviour& behaviour);

/// Whether a volume of the spec has a token, but the spec names no service account: the plugin then sets "default". Of
/// other pods podreel leaves the account out, since nothing depends on it.
[[nodiscard]] bool lacks_service_account(const nlohmann::json& spec);

}  // namespace podreel::apiserver

// A pod as the API prints it.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/api/pod.hpp"

namespace podreel::api {

/// apiVersion, kind, metadata, spec and status as `kubectl get -o json` shows them; empty fields are left out. The spec
/// has the fields that a kubelet acts on, its containers are whole.
[[nodiscard]] nlohmann::ordered_json to_json(const Pod& pod);

}  // namespace podreel::api

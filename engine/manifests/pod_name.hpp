// How a pod's object says who it is.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::manifests {

/// The pod's namespace, "default" where none is given.
[[nodiscard]] std::string namespace_of(const nlohmann::json& pod);

/// "namespace/name".
[[nodiscard]] std::string full_name(const nlohmann::json& pod);

}  // namespace podreel::manifests

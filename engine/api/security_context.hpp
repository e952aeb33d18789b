// The part of a security context that the kubelet itself looks at.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "engine/api/json_member.hpp"

namespace podreel::api {

/// securityContext.runAsNonRoot of a pod's spec or of a container; no value if nothing is said.
[[nodiscard]] inline std::optional<bool> run_as_non_root(const nlohmann::json& object) {
  const nlohmann::json* said = find_member(find_member(object, "securityContext"), "runAsNonRoot");
  return said == nullptr ? std::nullopt : std::optional{bool_of(said)};
}

}  // namespace podreel::api

// PATCH of a pod.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "engine/apiserver/stored_specs.hpp"

namespace podreel::apiserver {

/// Why a pod cannot be patched.
struct PatchRefusal {
  /// The patch leaves a pod that the types do not allow; else one that an update may not make.
  bool is_invalid = false;
  /// "spec.containers[0].comand: unknown field …".
  std::vector<std::string> messages;
};

/// Applies a strategic merge patch to a pod's object as stored by the API server that `specs` belongs to. `force`:
/// fields may change that no update may change, as when somebody writes to etcd.
[[nodiscard]] std::variant<nlohmann::json, PatchRefusal> patched(const nlohmann::json& object,
                                                                 const nlohmann::json& patch, const StoredSpecs& specs,
                                                                 bool force);

}  // namespace podreel::apiserver

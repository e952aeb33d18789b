// Strategic merge patches of pods, as `kubectl patch` sends them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

namespace podreel::apiserver {

/// Problem of a patch: "spec.containers[1]: …".
struct PatchError {
  std::string path;
  std::string message;
};

/// Applies `patch` to a v1.Pod as the API server does (k8s.io/apimachinery/pkg/util/strategicpatch, with the merge keys
/// of the v1 types): maps are merged, null removes a field, lists with a merge key are merged item by item (new items
/// go to the end), other lists are replaced. Directives: `$patch: replace | delete | merge`,
/// `$deleteFromPrimitiveList/NAME`, `$setElementOrder/NAME`, `$retainKeys`.
[[nodiscard]] std::variant<nlohmann::json, PatchError> strategic_merge(const nlohmann::json& pod,
                                                                       const nlohmann::json& patch);

}  // namespace podreel::apiserver

// A resize of a pod.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "engine/api/container.hpp"
#include "engine/api/pod_status.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/apiserver/update_refusal.hpp"

namespace podreel::apiserver {

/// Desired resources of a container; resources that are not named stay unchanged.
struct NewResources {
  api::ResourceList requests{};
  api::ResourceList limits{};
};
/// By the containers' names.
using NewResourcesByContainer = std::map<std::string, NewResources, std::less<>>;

/// Gives containers of a pod's object, as the API server that `specs` belongs to stores it, new resources. Or why
/// not, as the server says it (pkg/apis/core/validation, ValidatePodResize): it resizes nothing, or not this pod, or
/// not these containers, or the pod would be invalid or of another QoS class, or its node's kubelet, by what it has
/// reported, resizes nothing, or its node has less (PodResizeValidator). `allocatable` is null if that is not known, or
/// the pod is bound to no node.
[[nodiscard]] std::variant<nlohmann::json, UpdateRefusal> resized(nlohmann::json object,
                                                                  const NewResourcesByContainer& containers,
                                                                  const StoredSpecs& specs,
                                                                  const api::PodStatus& status = {},
                                                                  const api::ResourceList* allocatable = nullptr);

}  // namespace podreel::apiserver

// A manifest as a kubelet of some release holds it in memory.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/release/release.hpp"

namespace podreel::identity {

/// The pod of a manifest, decoded with the v1 defaults of `release` and converted to the internal API's layout (the
/// host namespaces move into the security context, podIP into podIPs, serviceAccount into serviceAccountName, the
/// type's own name is gone). Members that the release does not know are kept: walkers pass them over.
[[nodiscard]] nlohmann::json internal_pod(const nlohmann::json& manifest, release::Release release);

/// Init containers were annotations once; no decoder lets these through (dropInitContainerAnnotations,
/// pkg/apis/core/v1/conversion.go).
void drop_annotations_of_old(nlohmann::json& pod);

}  // namespace podreel::identity

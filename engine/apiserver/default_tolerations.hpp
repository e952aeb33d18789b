// The admission plugin DefaultTolerationSeconds.
#pragma once

#include "engine/api/pod.hpp"

namespace podreel::apiserver {

/// The pod tolerates the taints of nodes that are lost, or not ready, for 300 s, where it does not say for how long
/// itself (plugin/pkg/admission/defaulttolerationseconds).
[[nodiscard]] api::Manifest with_default_tolerations(const api::Manifest& manifest);

}  // namespace podreel::apiserver

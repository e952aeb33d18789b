// securityContext.runAsNonRoot (kuberuntime's verifyRunAsNonRoot).
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::sync {

/// Returns why a container that must not run as root is not created: it would, or its user is unknown. No value for a
/// container that may be created.
[[nodiscard]] std::optional<std::string> check_non_root(const api::Pod& pod, const api::Container& container,
                                                        const runtime::ImageStatus& image,
                                                        const release::Behaviour& behaviour);

}  // namespace podreel::sync

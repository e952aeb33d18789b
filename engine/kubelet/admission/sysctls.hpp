// Kernel parameters that a pod may set (pkg/kubelet/sysctl).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Each pod has it for itself: an operator may allow it. `name` may be a pattern that ends in "*".
[[nodiscard]] bool is_namespaced_sysctl(std::string_view name);

/// Returns the error for the first of the pod's sysctls that it must not set: "forbidden sysctl: …". `allowed_unsafe`:
/// names, and patterns that end in "*", that the operator allows beside those that are safe.
[[nodiscard]] std::optional<std::string> forbidden_sysctl(const api::PodSpec& spec,
                                                          const std::vector<std::string>& allowed_unsafe,
                                                          const release::Behaviour& behaviour);

}  // namespace podreel::kubelet

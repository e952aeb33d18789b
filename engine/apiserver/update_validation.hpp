// Allowed updates of a pod.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace podreel::apiserver {

/// pkg/apis/core/validation, ValidatePodUpdate: images, activeDeadlineSeconds, added tolerations, a negative grace
/// period, labels and annotations, and, with `resizes`, the resources of containers. Both are objects as stored. The
/// error as the API server words it, without the difference that it appends; nothing if the update is allowed.
[[nodiscard]] std::optional<std::string> find_update_refusal(const nlohmann::json& before, const nlohmann::json& after,
                                                             bool resizes);

}  // namespace podreel::apiserver

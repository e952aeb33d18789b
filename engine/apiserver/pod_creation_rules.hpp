// Rules for new pods that depend on the API server's release and feature gates.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::apiserver {

/// Returns the refusals of an API server for a new pod: "spec.containers[0].resizePolicy: Invalid value: …". `spec` is
/// the stored form: without the fields that the server drops. Rules that hold in every release are in
/// engine/types/pod_rules.hpp (ValidatePodCreate, pkg/apis/core/validation).
[[nodiscard]] std::vector<std::string> find_creation_refusals(const nlohmann::json& spec, release::Release release);

}  // namespace podreel::apiserver

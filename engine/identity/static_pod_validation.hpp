// Validation of manifests by the kubelet, after it has computed the pod's UID.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/types/pod_validator.hpp"

namespace podreel::identity {

/// Decoding errors and the checks of ValidatePodCreate (pkg/apis/core/validation) and of kubelet/config/common.go that
/// depend on the release or that manifests commonly fail; empty if the kubelet of `release` with these gates on `node`
/// takes the pod. Kubelets validate with all options of the newer API off, so some fields that the API server of the
/// same release accepts are refused in files.
[[nodiscard]] std::vector<types::Refusal> static_pod_refusals(const nlohmann::json& manifest, release::Release release,
                                                              const std::string& node,
                                                              const release::FeatureGates& gates = {});

}  // namespace podreel::identity

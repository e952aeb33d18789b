// What the API server fills in: SetObjectDefaults_Pod, by release.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::api {

/// Fills in the defaults that an API server of `release` stores, and drops the fields that it does not know or that
/// its gates strip. `pod` must have passed validation. Idempotent.
void apply_pod_defaults(nlohmann::json& pod, release::Release release, const release::FeatureGates& gates = {});
void apply_container_defaults(nlohmann::json& container, release::Release release,
                              const release::FeatureGates& gates = {});

}  // namespace podreel::api

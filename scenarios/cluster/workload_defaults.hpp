// Defaults of workloads (pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::cluster {

/// The object must have passed check_fields and its template validation. Idempotent.
void apply_workload_defaults(std::string_view resource, nlohmann::json& object, release::Release release,
                             const release::FeatureGates& gates);

/// Sets a selector for its own pods in a new Job with a UID, unless it has a manual selector
/// (pkg/registry/batch/job/strategy.go, generateSelector).
void generate_job_selector(nlohmann::json& job);

}  // namespace podreel::cluster

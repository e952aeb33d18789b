// Defaults of a pod: SetObjectDefaults_Pod, by release.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/types/catalogue.hpp"

namespace podreel::types {

/// Fills in the defaults that an API server of `release` stores, and drops the fields that it does not know or that
/// its gates strip. `pod` must have passed validation. Idempotent.
void apply_pod_defaults(nlohmann::json& pod, release::Release release, const release::FeatureGates& gates = {},
                        const Catalogue& catalogue = Catalogue::built_in());
void apply_container_defaults(nlohmann::json& container, release::Release release,
                              const release::FeatureGates& gates = {});

/// Fills the v1 defaults of `release` into a pod, as a kubelet does that reads a manifest itself: unlike the API
/// server, no gate strips anything. `pod` is in the public API's form and may be anything. Quantities keep their
/// spelling; the rounding to milli that belongs to these defaults is the spew option rounded_resource_lists.
void apply_decoder_defaults(nlohmann::json& pod, release::Release release);

/// Fills in a container alone, with requests taken from limits as for a container of a pod.
void apply_container_decoder_defaults(nlohmann::json& container, release::Release release);

}  // namespace podreel::types

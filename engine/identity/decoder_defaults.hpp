// What a kubelet's decoder fills in when it reads a manifest itself: the v1 defaults of its release.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/identity/types.hpp"
#include "engine/release/release.hpp"

namespace podreel::identity {

/// Fills the v1 defaults of `release` into a pod, as SetObjectDefaults_Pod does for static pods: unlike the API server,
/// no gate strips anything. `pod` is in the public API's form. Quantities keep their spelling; the rounding to milli
/// that belongs to these defaults is the spew option rounded_resource_lists.
void apply_decoder_defaults(nlohmann::json& pod, release::Release release);

/// The same for a container alone, with requests taken from limits as for a container of a pod.
void apply_container_decoder_defaults(nlohmann::json& container, release::Release release);

}  // namespace podreel::identity

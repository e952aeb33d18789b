// Converts live pods to cases, which can be stored, changed and run again.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/release/release.hpp"

namespace podreel::batch {

/// Returns the case of a pod, as `kubectl get pod -o json` prints it, with the defaults of `release`. Reading it gives
/// the results of decide_case_of() and sync_case_of() for the pod. Has the fields of both, and the assumptions as
/// `note`.
[[nodiscard]] nlohmann::ordered_json case_of(nlohmann::json pod, release::Release release);

}  // namespace podreel::batch

// Live pods as cases, to be kept, changed and asked about again.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/release/release.hpp"

namespace podreel::batch {

/// The case that a pod makes, as `kubectl get pod -o json` prints it, completed with the defaults of `release`: to read
/// it gives what decide_case_of() and sync_case_of() give of the pod. Has the fields of both, and as `note` what was
/// assumed.
[[nodiscard]] nlohmann::ordered_json case_of(nlohmann::json pod, release::Release release);

}  // namespace podreel::batch

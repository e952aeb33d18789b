// Pods of a timeline: in place, or in a file beside the scenario.
#pragma once

#include <vector>

#include "engine/manifests/workloads.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts a pod, or an object with pods, in place or as {file: …}; exactly one pod.
[[nodiscard]] Shape<manifests::ManifestPod> one_pod();

/// Accepts a list of values for `one_pod`, or {file: …}, with any number of pods.
[[nodiscard]] Shape<std::vector<manifests::ManifestPod>> pod_list();

/// Returns the pods of the manifest `document`; reports problems at `place`.
[[nodiscard]] std::vector<manifests::ManifestPod> pods_in(const api::Tree& document, const Place& place);

}  // namespace podreel::format

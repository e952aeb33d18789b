// Pods as a timeline writes them: in place, or in a file beside the scenario.
#pragma once

#include <vector>

#include "engine/manifests/workloads.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// A pod, or anything that carries pods, in place or as {file: …}; exactly one pod.
[[nodiscard]] Shape<manifests::ManifestPod> one_pod();

/// A list of what `one_pod` takes, or {file: …}, with any number of pods.
[[nodiscard]] Shape<std::vector<manifests::ManifestPod>> pod_list();

/// The pods of the manifest `document`; problems are reported at `place`.
[[nodiscard]] std::vector<manifests::ManifestPod> pods_in(const api::Tree& document, const Place& place);

}  // namespace podreel::language

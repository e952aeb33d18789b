// Formats of several pods: a list, or a number of equal pods.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// A pod with its own name.
struct NamedPod {
  /// "namespace/name".
  std::string name;
  /// Shared by all pods of one template: `name` replaces its metadata.name and namespace.
  api::Manifest object;
};

/// Uses the pod's own name, and the namespace default unless it has another one.
[[nodiscard]] NamedPod named(manifests::ManifestPod&& found);

struct SeveralPods {
  std::vector<NamedPod> pods;
  sim::Duration spread{};
};

/// Accepts a list of pods, or {count, template}; counted pods are named "web-0", "web-1" …, as a StatefulSet's.
[[nodiscard]] Shape<SeveralPods> several_pods();
/// Accepts {count, template, spread}, too.
[[nodiscard]] Shape<SeveralPods> several_pods_over_time();

}  // namespace podreel::format

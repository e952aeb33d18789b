// Several pods, as scenarios write them: one by one, or a number of them alike.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// A pod under a name of its own.
struct NamedPod {
  /// "namespace/name".
  std::string name;
  /// Shared by all pods of one template: its metadata.name and namespace give way to those of `name`.
  api::Manifest object;
};

/// The pod under its own name, in the namespace default unless it says otherwise.
[[nodiscard]] NamedPod named(manifests::ManifestPod&& found);

struct SeveralPods {
  std::vector<NamedPod> pods;
  sim::Duration spread{};
};

/// A list of pods, or {count, template}; counted, pods are named "web-0", "web-1" …, as a StatefulSet's.
[[nodiscard]] Shape<SeveralPods> several_pods();
/// The same, or {count, template, spread}.
[[nodiscard]] Shape<SeveralPods> several_pods_over_time();

}  // namespace podreel::language

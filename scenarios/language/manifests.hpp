// Pods as a timeline writes them: in place, or in a file beside the scenario.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/language/actions.hpp"
#include "scenarios/language/shape.hpp"

namespace podreel::language {

/// A pod, or anything that carries pods, in place or as {file: …}; exactly one pod.
[[nodiscard]] Shape<CreatePod> one_pod();

/// The same for a static pod: its object is kept as the file has it.
[[nodiscard]] Shape<nlohmann::json> one_static_pod();

/// Pods to create, and over which span.
struct PodsToCreate {
  std::vector<CreatePod> pods;
  sim::Duration spread{};
};

/// A list of what `one_pod` takes, {file: …} with any number of pods, or {count, template, spread}.
[[nodiscard]] Shape<PodsToCreate> several_pods();

/// The pods of the manifest `document`, in the namespace default unless they say otherwise; problems are reported at
/// `place`.
[[nodiscard]] std::vector<CreatePod> pods_in(const api::Tree& document, const Place& place);

/// "namespace/name" for a name with or without a namespace.
[[nodiscard]] std::string qualified(std::string_view pod_name);

}  // namespace podreel::language

// Generations of pods that statuses name (KEP-5067).
#pragma once

#include <cstdint>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Returns the generation for the pod's status; 0: the status names none (podutil.GetPodObservedGenerationIfEnabled).
[[nodiscard]] std::int64_t observed_generation(const api::Pod& pod, const release::Behaviour& behaviour);

/// Returns the same for one of its conditions (GetPodObservedGenerationIfEnabledOnCondition).
[[nodiscard]] std::int64_t observed_generation(const api::Pod& pod, const memory::Text& condition_type,
                                               const release::Behaviour& behaviour);

}  // namespace podreel::kubelet

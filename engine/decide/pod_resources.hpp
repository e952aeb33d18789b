// What a pod as a whole asks for.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::decide {

/// Requests, or limits, of a pod, as api::amount_of(). What its containers, sidecars and, one after the other, init
/// containers ask for at most, unless `spec.resources` says it for all of them, and its overhead
/// (k8s.io/component-helpers/resource, PodRequests and PodLimits).
[[nodiscard]] std::int64_t pod_request(const api::PodSpec& spec, std::string_view resource,
                                       const release::Behaviour& behaviour);
[[nodiscard]] std::int64_t pod_limit(const api::PodSpec& spec, std::string_view resource,
                                     const release::Behaviour& behaviour);

}  // namespace podreel::decide

// What a pod as a whole asks for.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::decide {

/// CPU in thousandths, everything else in units.
[[nodiscard]] std::int64_t amount_of(std::string_view resource, std::string_view quantity);
/// Of a list; 0 if it does not name the resource.
[[nodiscard]] std::int64_t amount_in(const api::ResourceList& list, std::string_view resource);

/// Requests, or limits, of a pod, as amount_of(). What its containers, sidecars and, one after the other, init
/// containers ask for at most, unless `spec.resources` says it for all of them, and its overhead
/// (k8s.io/component-helpers/resource, PodRequests and PodLimits).
[[nodiscard]] std::int64_t pod_request(const api::PodSpec& spec, std::string_view resource,
                                       const release::Behaviour& behaviour);
[[nodiscard]] std::int64_t pod_limit(const api::PodSpec& spec, std::string_view resource,
                                     const release::Behaviour& behaviour);

}  // namespace podreel::decide

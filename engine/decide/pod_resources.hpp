// Resources of a pod as a whole.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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

/// Caches what pods request, for repeated questions about the same pods.
class PodRequests {
 public:
  /// `behaviour` must outlive it.
  explicit PodRequests(const release::Behaviour& behaviour) noexcept : behaviour_{behaviour} {}

  /// Sets the resources that of() returns; usually they are the same as before.
  void request_resize(const std::vector<std::string>& resources);
  /// Returns the requests in the order of the resources. The reference is valid until the resources change.
  [[nodiscard]] const std::vector<std::int64_t>& of(const api::SpecPtr& spec);

 private:
  struct Known {
    api::SpecPtr spec;
    std::vector<std::int64_t> amounts;
  };

  const release::Behaviour& behaviour_;
  std::vector<std::string> resources_;
  std::map<const api::PodSpec*, Known> known_;
};

}  // namespace podreel::decide

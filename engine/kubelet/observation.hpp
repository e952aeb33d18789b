// Rules of the decision, evaluated for a pod without a decision.
#pragma once

#include "engine/decide/policy.hpp"

namespace podreel::kubelet {

/// Every container matches its spec.
class Unchanged final : public decide::Policy {
  [[nodiscard]] std::uint64_t hash_container(const api::Container& /*container*/) const override { return 0; }
  [[nodiscard]] decide::IdentityVerdict compare(const api::Container& /*wanted*/,
                                                const runtime::ContainerStatus& /*observed*/) const override {
    return {};
  }
};

/// An observation without probe results in which every container is as the spec asks. The arguments must outlive it.
[[nodiscard]] inline decide::Observed observation(const api::Pod& pod, const runtime::PodStatus& status,
                                                  const release::Behaviour& behaviour) {
  static const decide::ProbeResults no_results;
  static const Unchanged unchanged;
  return {pod, status, no_results, no_results, unchanged, behaviour};
}

}  // namespace podreel::kubelet

// A public policy as the engine's kubelet asks it.
#pragma once

#include <memory>

#include "engine/decide/policy.hpp"
#include "podreel/policy.hpp"

namespace podreel {

struct ObservedPod::Source {
  const decide::Observed& observed;
};

namespace facade {

/// Upstream's policy of a release, changed by what a public policy overrides.
class PolicyAdapter final : public decide::Policy {
 public:
  PolicyAdapter(std::shared_ptr<const podreel::Policy> policy, release::Release release);

  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override;
  /// Returns upstream's where the public policy hashes the container as upstream does; else 0, for there is none.
  [[nodiscard]] std::uint64_t hash_without_resources(const api::Container& container) const override;
  [[nodiscard]] std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                                    decide::Reasons* reasons) const override;

 private:
  std::shared_ptr<const podreel::Policy> policy_;
  std::shared_ptr<const decide::Policy> upstream_;
  release::Release release_;
};

/// Returns an empty factory for no policy.
[[nodiscard]] decide::PolicyFactory policy_factory(std::shared_ptr<const podreel::Policy> policy);

}  // namespace facade

}  // namespace podreel

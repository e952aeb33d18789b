// Adapts a public policy to the engine's kubelet.
#pragma once

#include <functional>
#include <memory>

#include "engine/decide/custom_policies.hpp"
#include "engine/decide/policy.hpp"
#include "podreel/policy.hpp"

namespace podreel {

struct ObservedPod::Source {
  const decide::Observed& observed;
};

namespace facade {

/// Upstream's policy of a release, with the overrides of a public policy.
class PolicyAdapter final : public decide::Policy {
 public:
  PolicyAdapter(std::shared_ptr<const podreel::Policy> policy, release::Release release);

  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override;
  /// Returns upstream's hash if the public policy hashes the container as upstream does; otherwise 0, for none.
  [[nodiscard]] std::uint64_t hash_without_resources(const api::Container& container) const override;
  [[nodiscard]] std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                                    decide::Reasons* reasons) const override;

 private:
  std::shared_ptr<const podreel::Policy> policy_;
  std::shared_ptr<const decide::Policy> upstream_;
  release::Release release_;
};

/// Creates the engine's policies from those that `make` creates; null stays null.
[[nodiscard]] std::function<std::shared_ptr<const decide::Policy>(const decide::CustomPolicyRequest&)> adapted(
    std::function<std::shared_ptr<const podreel::Policy>(const KubeletInfo&)> make);

/// Returns an empty factory for no policy.
[[nodiscard]] decide::PolicyFactory policy_factory(std::shared_ptr<const podreel::Policy> policy);

}  // namespace facade

}  // namespace podreel

// Everything that patched kubelets patch: how a kubelet recognizes that a container is still the one that the spec asks
// for, and what it does with a pod.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <utility>

#include "engine/decide/pod_actions.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::decide {

/// A kubelet's policy. Its answers depend on their arguments only: a sync that changed nothing is not asked again. What
/// is not overridden is upstream's, but for the hash, which upstream computes in another way in every few releases
/// (make_policy in named_policies.hpp).
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  /// Returns the io.kubernetes.container.hash of a new container.
  [[nodiscard]] virtual std::uint64_t hash_container(const api::Container& container) const = 0;
  /// Returns the hash of the container without its resources, by which kubelets that resize in place identify it (1.27
  /// … 1.30); 0 where there is no such hash.
  [[nodiscard]] virtual std::uint64_t hash_without_resources(const api::Container& container) const;
  /// The spec that travels with a new container; null where the policy stores none.
  [[nodiscard]] virtual std::shared_ptr<const nlohmann::json> spec_to_store(const api::Container& container) const;
  /// Is the container of the spec another one than its newest instance? Upstream compares the hashes.
  [[nodiscard]] virtual IdentityVerdict compare(const api::Container& wanted,
                                                const runtime::ContainerStatus& observed) const;
  /// Decides about a pod, into `actions`, whatever they held. `reasons` may be null. Upstream: compute_pod_actions.
  [[nodiscard]] virtual std::optional<Panic> decide(PodActions& actions, const Observed& observed,
                                                    Reasons* reasons) const;
};

/// Makes the policy of a kubelet that is started: of its release, with the gates that are set.
using PolicyFactory =
    std::function<std::shared_ptr<const Policy>(release::Release release, const release::FeatureGates& gates)>;

/// Upstream with another hash.
class HashPolicy final : public Policy {
 public:
  using Hash = std::function<std::uint64_t(const api::Container& container)>;
  explicit HashPolicy(Hash hash) : hash_{std::move(hash)} {}
  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override {
    return hash_(container);
  }

 private:
  Hash hash_;
};

}  // namespace podreel::decide

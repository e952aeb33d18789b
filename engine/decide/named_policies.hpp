// The policies that have names: upstream's, and ways that patched kubelets took to survive upgrades.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/decide/policy.hpp"
#include "engine/release/release.hpp"

namespace podreel::decide {

enum class PolicyKind : std::uint8_t {
  /// The release's own hash against the stored one.
  upstream,
  /// The spec stored with the container, read and defaulted by the running release, against the wanted one,
  /// semantically.
  /// Containers without a stored spec (an unpatched kubelet made them) are compared by hash.
  serialized_spec,
  /// Upstream's, and where it differs an older release's formula.
  dual_hash,
  /// Upstream's, with the stored hashes recomputed on the node before the kubelet starts (rewritten_hash).
  rewrite,
  /// A policy that the program adds (custom_policies.hpp).
  custom,
};

struct CustomPolicy;

/// "upstream", "serialized-spec", "dual-hash", "rewrite", and "custom", which is not the name of a policy.
[[nodiscard]] std::string_view to_string(PolicyKind kind) noexcept;
[[nodiscard]] std::optional<PolicyKind> parse_policy_kind(std::string_view name) noexcept;

struct PolicySettings {
  PolicyKind kind = PolicyKind::upstream;
  /// dual-hash: the older release.
  std::optional<release::Release> older;
  /// dual-hash: whose types the older formula walks; default: the running release's.
  std::optional<release::Release> types;
  /// dual-hash: Go field names that the older formula leaves out; default: all that the types have gained.
  std::optional<std::vector<std::string>> ignored_fields;
  /// custom: the policy.
  const CustomPolicy* custom = nullptr;
  /// custom: text of the policy that the scenario names for the kubelet, where this one replaces it; empty: none.
  std::string replaced{};
  friend bool operator==(const PolicySettings&, const PolicySettings&) = default;
};

/// Reads "upstream", "serialized-spec", "rewrite", "dual-hash 1.12" and "dual-hash 1.12 via 1.17 ignoring
/// SubPathExpr,StartupProbe", and names of custom policies; nothing for other forms and unknown releases.
[[nodiscard]] std::optional<PolicySettings> parse_policy(std::string_view text);

/// Returns the policy of a kubelet for which its scenario names `own`, and the command line `replacement`.
[[nodiscard]] PolicySettings replaced_policy(const PolicySettings& own, PolicySettings replacement);

/// The policy of a kubelet of `release`. A dual-hash without `older` is upstream's. Containers must have `stored`, and
/// the image that it has.
[[nodiscard]] std::shared_ptr<const Policy> make_policy(const PolicySettings& settings, release::Release release);

/// Policies that kubelets of many nodes share, one after the other: each knows the hashes of all containers that one of
/// them has asked for.
class SharedPolicies {
 public:
  /// As make_policy(), and the same one for the same arguments.
  [[nodiscard]] std::shared_ptr<const Policy> of(const PolicySettings& settings, release::Release release);

 private:
  struct Made {
    PolicySettings settings;
    release::Release release;
    std::shared_ptr<const Policy> policy;
  };
  std::vector<Made> made_;
};

/// The hash that a rewrite stores for a container made from `spec`, so that kubelets of `release` leave it alone.
[[nodiscard]] std::uint64_t rewritten_hash(const nlohmann::json& spec, release::Release release);

}  // namespace podreel::decide

// The way of a kubelet over two or more releases.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "engine/decide/policy.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::upgrade {

/// A kubelet's way over releases, with the same policy and feature gates in all of them, and what is around it.
struct Path {
  /// Simulated releases in the order of the steps; a later one may be older. A single one is the target for every
  /// node's kubelet, whatever its release.
  std::vector<release::Release> releases;
  /// Whose defaults the objects have before and after. No value: those of the newer kubelet, as masters go first.
  std::optional<release::Release> api_server_before = std::nullopt;
  std::optional<release::Release> api_server_after = std::nullopt;
  /// Feature gates of that API server before and after.
  release::FeatureGates api_server_gates_before = {};
  release::FeatureGates api_server_gates_after = {};
  decide::PolicySettings policy = {};
  /// As the user wrote it.
  std::string policy_text = "upstream";
  /// Feature gates of the kubelets.
  release::FeatureGates gates = {};
  /// Makes the policy of each kubelet, in place of `policy`; empty: `policy` counts.
  decide::PolicyFactory policies = {};
  /// Adds a last step, back to the first release.
  bool and_back = false;
};

/// One step of a path.
struct UpgradeStep {
  release::Release from;
  release::Release to;
  /// As in the path.
  std::string policy = "upstream";
  /// Path from the releases that nodes report, not from a requested one.
  bool is_from_nodes = false;
};

/// "1.30"; of nodes as they say it, "1.30.7".
[[nodiscard]] std::string from_text(const UpgradeStep& step);
/// "1.30 to 1.31".
[[nodiscard]] std::string to_string(const UpgradeStep& step);
/// Returns this path, starting at another release, and with its way back, if it has one.
[[nodiscard]] Path begun_at(Path path, release::Release from);

[[nodiscard]] std::vector<UpgradeStep> steps_of(const Path& path);

}  // namespace podreel::upgrade

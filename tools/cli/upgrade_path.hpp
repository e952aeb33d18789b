// The way of a kubelet over two or more releases.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/identity/policy.hpp"
#include "engine/release/release.hpp"

namespace podreel::cli {

/// A kubelet's way over releases, the same policy in all of them, and what is around it.
struct UpgradePath {
  /// At least two.
  std::vector<release::Release> releases;
  /// Whose defaults the objects have before and after. No value: those of the newer kubelet, as masters go first.
  std::optional<release::Release> api_server_before;
  std::optional<release::Release> api_server_after;
  identity::PolicySettings policy;
  /// As the user wrote it.
  std::string policy_text = "upstream";
};

/// One step of a path.
struct UpgradeStep {
  release::Release from;
  release::Release to;
  std::string policy = "upstream";
};

[[nodiscard]] std::vector<UpgradeStep> steps_of(const UpgradePath& path);

}  // namespace podreel::cli

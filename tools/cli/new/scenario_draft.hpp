// Drafts of scenarios.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// The subject of a draft.
struct DraftedPods {
  /// Name of the scenario.
  std::string name;
  release::Release kubelet;
  /// v1.Pods with names; at least one. Fields that an API server added are left out.
  std::vector<nlohmann::json> pods;
};

/// Returns YAML of a scenario that creates the pods and expects them to become Ready, or to end. Comments show likely
/// additions: a comment that does not begin with a capital letter becomes a part of the scenario when you remove "# ".
[[nodiscard]] std::string scenario_draft(const DraftedPods& drafted);

}  // namespace podreel::cli

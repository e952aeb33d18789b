// A scenario to begin with.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// What a draft is about.
struct DraftedPods {
  /// The scenario's name.
  std::string name;
  release::Release kubelet;
  /// v1.Pods with names; at least one. What an API server has added to them is left out.
  std::vector<nlohmann::json> pods;
};

/// YAML of a scenario that creates the pods and expects that they become Ready, or end. What else is likely wanted of
/// these pods stands there as comments: without their "# ", all that do not begin with a capital letter are a part of
/// the scenario, too.
[[nodiscard]] std::string scenario_draft(const DraftedPods& drafted);

}  // namespace podreel::cli

// Reads fleets and plans.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// What files say together: one fleet, and plans for it.
struct Loaded {
  /// No value if there are problems.
  std::optional<Fleet> fleet;
  /// In the order of the files.
  std::vector<Plan> plans;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// `root` as in language::LoadOptions. Every plan is checked against a node of each pool: its steps must be possible
/// there.
[[nodiscard]] Loaded load(const std::vector<std::string>& files, const std::string& root = {});

}  // namespace podreel::fleet

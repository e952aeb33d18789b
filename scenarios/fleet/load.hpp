// Reads fleets and plans.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
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

/// A cluster of which there are dumps (read_dump).
struct NamedDump {
  std::string cluster;
  std::vector<std::string> files;
  DumpProgress progress{};
};

/// `root` as in language::LoadOptions. Every plan is checked against a node of each pool: its steps must be possible
/// there. With `dumps`, these are the clusters, and the files have plans only.
[[nodiscard]] Loaded load(const std::vector<std::string>& files, const std::string& root = {},
                          const std::vector<NamedDump>& dumps = {});

}  // namespace podreel::fleet

// Reads fleets and plans.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// Contents of all files: one fleet, and plans for it.
struct Loaded {
  /// No value if there are problems.
  std::optional<Fleet> fleet;
  /// In the order of the files.
  std::vector<Plan> plans;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// A cluster with dumps (read_dump).
struct NamedDump {
  std::string cluster;
  std::vector<std::string> files;
  DumpProgress progress{};
  DumpSelection selects{};
  /// Text of the selection, which distinguishes fleets.
  std::string selection{};
};

/// `root` as in format::LoadOptions. Checks the steps of every plan on a node of each pool. With `dumps`, these are
/// the clusters, and the files contain only plans.
[[nodiscard]] Loaded load(const std::vector<std::string>& files, const std::string& root = {},
                          const std::vector<NamedDump>& dumps = {});

/// A file that is part of the program.
struct NamedText {
  /// Used in messages.
  std::string file;
  std::string_view text;
};

/// Loads a fleet and its plans as load() does, from texts instead of files.
[[nodiscard]] Loaded load_texts(const std::vector<NamedText>& texts);

/// Reads the plans of a file without a fleet. Checks all that does not depend on a fleet: not the steps.
[[nodiscard]] Loaded load_plans(const std::string& file, const std::string& root = {});

}  // namespace podreel::fleet

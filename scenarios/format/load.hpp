// Scenario files, and plain manifests as scenarios.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load_options.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::language {

/// The runs of one file, or all that is wrong with it.
struct Loaded {
  /// One, or one for each combination of the matrix. Empty if there are problems.
  std::vector<Scenario> scenarios;
  /// In the order of the file, each once.
  std::vector<api::Problem> problems;
  /// What the scenario asks for and podreel does not do, likewise.
  std::vector<api::Problem> warnings;
  /// It is no scenario, but a fleet (scenarios/fleet), which is the problem.
  bool is_fleet = false;
};

/// Reads a scenario: one `kind: Scenario` and, if wanted, manifests beside it, whose pods are created at 0. A file of
/// manifests alone is a scenario named after the file that creates their pods at 0 and runs until it has settled.
[[nodiscard]] Loaded load_scenarios(const api::LoadedFile& documents, const std::string& file,
                                    const LoadOptions& options = {});

/// The same from a file; "-" is standard input.
[[nodiscard]] Loaded load_scenario_file(const std::string& path, const LoadOptions& options = {});

/// Whether a document means to be a scenario, well written or not.
[[nodiscard]] bool is_scenario(const api::Tree& document);

}  // namespace podreel::language

// Loads scenario files, and plain manifests as scenarios.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load_options.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// The runs of one file, or its problems.
struct Loaded {
  /// One, or one for each combination of the matrix. Empty if there are problems.
  std::vector<Scenario> scenarios;
  /// In the order of the file, without duplicates.
  std::vector<api::Problem> problems;
  /// Settings that have no effect in podreel, in the same form.
  std::vector<api::Problem> warnings;
  /// Neither the file nor the command line selects a kubelet release: the runs have release::default_release().
  bool has_default_kubelet = false;
  /// The file is a fleet (scenarios/fleet), which is reported as a problem.
  bool is_fleet = false;
};

/// Reads a scenario: one `kind: Scenario` and optional manifests, whose pods are created at 0. A file with manifests
/// alone is a scenario named after the file, which creates their pods at 0 and runs until it has settled.
[[nodiscard]] Loaded load_scenarios(const api::LoadedFile& documents, const std::string& file,
                                    const LoadOptions& options = {});

/// Reads a file; "-" is standard input.
[[nodiscard]] Loaded load_scenario_file(const std::string& path, const LoadOptions& options = {});

/// Whether a document is meant as a scenario, valid or not.
[[nodiscard]] bool is_scenario(const api::Tree& document);

}  // namespace podreel::format

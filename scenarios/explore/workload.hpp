// One run of a scenario file, as documents that can be varied, shrunk, and written again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::explore {

struct Workload {
  std::string file;
  /// The scenario, without variables and matrix.
  nlohmann::ordered_json document;
  /// Manifests in the same file.
  std::vector<nlohmann::ordered_json> manifests;
  /// Files that it names must be in this folder or below it; empty: the folder of `file`.
  std::string root;
};

/// Returns a workload for each combination of the matrix, with a generated scenario if the file only has manifests.
/// load_scenarios() has reported errors before, with the same options.
[[nodiscard]] std::vector<Workload> workloads_of(const api::LoadedFile& documents, const std::string& file,
                                                 const format::LoadOptions& options);

/// Removes the scenario's description, expectations, questions, and exploration settings.
void omit_results(nlohmann::ordered_json& document);

/// Removes the scenario's own faults: failing and slow calls, and steps of its timeline that the explorer could add
/// (injection_points.hpp). A kubelet that restarts with changed settings still does so.
void leave_out_faults(nlohmann::ordered_json& document);

/// Loads it as load_scenarios() does.
[[nodiscard]] format::Loaded loaded(const Workload& workload);

}  // namespace podreel::explore

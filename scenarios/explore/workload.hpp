// One run of a scenario file as its documents say it: what is varied, cut down, and written again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::explorer {

struct Workload {
  std::string file;
  /// The scenario, without variables and matrix.
  nlohmann::ordered_json document;
  /// What stands beside it.
  std::vector<nlohmann::ordered_json> manifests;
  /// Files that it names lie in this folder or below it; empty: beside `file`.
  std::string root;
};

/// One for each combination of the matrix, of one scenario where the file has manifests alone; what cannot be read has
/// been told by load_scenarios(), with the same options.
[[nodiscard]] std::vector<Workload> workloads_of(const api::LoadedFile& documents, const std::string& file,
                                                 const language::LoadOptions& options);

/// Takes out what the scenario says of its own run: its description, expectations and questions, and how to explore it.
void leave_out_accounts(nlohmann::ordered_json& document);

/// Takes out what the scenario itself lets go wrong: calls that fail or take long, and steps of its timeline that
/// exploring might take (injection_points.hpp). A kubelet that starts otherwise than it was stopped goes on to do so.
void leave_out_faults(nlohmann::ordered_json& document);

/// As load_scenarios() tells it.
[[nodiscard]] language::Loaded loaded(const Workload& workload);

}  // namespace podreel::explorer

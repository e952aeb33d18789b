// Scenarios that `podreel explore` reads, and those that it makes.
#pragma once

#include <string>
#include <vector>

#include "scenarios/explore/workload.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// Those of the files that can be run as `load` says, each run of a matrix for itself. Throws BadInput.
[[nodiscard]] std::vector<explorer::Workload> explored_workloads(const ExploreOptions& options,
                                                                 const language::LoadOptions& load);

/// Its kubelets are all of the release that it begins with.
[[nodiscard]] bool keeps_its_release(const explorer::Workload& workload);

[[nodiscard]] std::string workload_name(const explorer::Workload& workload);

/// The scenario and the manifests beside it, as documents of one file.
[[nodiscard]] std::string workload_text(const explorer::Workload& workload);

/// Writes it into the folder, which is made where it is missing, and returns the file's name. Throws as OutputFile
/// does.
std::string write_workload(const std::string& folder, const explorer::Workload& workload);

}  // namespace podreel::cli

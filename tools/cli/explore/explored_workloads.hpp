// The scenarios in which `podreel explore` looks for differences.
#pragma once

#include <vector>

#include "scenarios/explore/workload.hpp"
#include "tools/cli/explore/explore_options.hpp"

namespace podreel::cli {

/// Those of the files that can be run as `load` says, each run of a matrix for itself. Throws BadInput.
[[nodiscard]] std::vector<explorer::Workload> explored_workloads(const ExploreOptions& options,
                                                                 const language::LoadOptions& load);

/// Its kubelets are all of the release that it begins with.
[[nodiscard]] bool keeps_its_release(const explorer::Workload& workload);

}  // namespace podreel::cli

// The scenarios that are recorded, and where their recordings go.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/arguments/run_options.hpp"
#include "tools/cri/requests/record_request.hpp"

namespace podreel::cli {

[[nodiscard]] bool names_folder(const std::string& path);

/// One of each file, folders read. Throws BadInput with what is wrong with any of them.
[[nodiscard]] std::vector<RecordedScenario> scenarios_to_record(const RunOptions& run, Context& context);

/// Their recordings become files in `folder`, which is made where it is not there, each called as its scenario. Throws
/// BadInput where two would be called alike, or there can be no folder.
void name_recordings(std::vector<RecordedScenario>& scenarios, const std::string& folder);

}  // namespace podreel::cli

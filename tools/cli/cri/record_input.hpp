// Inputs and outputs of `podreel record`.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/arguments/run_options.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cli {

[[nodiscard]] bool names_folder(const std::string& path);

struct RecordInput {
  /// One of each file that is a single run; at least one.
  std::vector<RecordedScenario> scenarios;
  /// Problems of the other files; empty if there are none.
  std::string refused;
};

/// Loads one scenario from each file, also in folders. Throws BadInput with the problems of all files if none is left.
[[nodiscard]] RecordInput read_record_input(const RunOptions& run, Context& context);

/// Assigns each recording a file in `folder`, named after its scenario. Creates the folder if necessary. Throws
/// BadInput if two recordings would have the same name, or if the folder cannot be created.
void name_recordings(std::vector<RecordedScenario>& scenarios, const std::string& folder);

}  // namespace podreel::cli

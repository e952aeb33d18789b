// Files of a folder that are no scenarios.
#pragma once

#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::cli {

/// Returns whether a file that was read from a folder is passed over: it holds a fleet, or manifests that are neither
/// scenarios nor pods. A file that the command line names is never passed over.
[[nodiscard]] bool is_passed_over(const std::string& file, const std::vector<std::string>& named,
                                  const api::LoadedFile& documents, const format::Loaded& read);

}  // namespace podreel::cli

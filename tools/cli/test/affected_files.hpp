// Files of scenarios that a change affects.
#pragma once

#include <string>
#include <vector>

#include "tools/files/file_watch.hpp"

namespace podreel::cli {

/// Returns those of `files` that `changes` affect: files that were added or edited, files of the folder of a changed
/// golden that may hold its scenario, and files that contain the name of another changed file, such as a manifest.
/// Files that cannot be read count as affected.
[[nodiscard]] std::vector<std::string> affected_files(const std::vector<std::string>& files,
                                                      const std::vector<FileChange>& changes);

}  // namespace podreel::cli

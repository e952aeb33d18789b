// Files that have changed since a revision of their Git repository.
#pragma once

#include <string>
#include <vector>

namespace podreel::cli {

/// Returns those of `files` that differ from `revision` or are not tracked; those in whose folder, or below it, a file
/// that is not among `files` has changed: a manifest or a golden; and those whose text contains the name of such a file
/// elsewhere in the repository. Keeps "-". Throws BadInput if Git fails.
[[nodiscard]] std::vector<std::string> changed_files(const std::vector<std::string>& files,
                                                     const std::string& revision);

}  // namespace podreel::cli

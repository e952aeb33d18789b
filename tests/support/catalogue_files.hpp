// The scenarios of the repository.
#pragma once

#include <filesystem>
#include <vector>

namespace podreel::testing {

/// Returns the paths of the .yaml files in a folder and those below it, sorted.
[[nodiscard]] std::vector<std::filesystem::path> scenarios_below(const std::filesystem::path& folder);

/// Returns the paths of all scenarios of the repository, sorted.
[[nodiscard]] std::vector<std::filesystem::path> catalogue_files();

}  // namespace podreel::testing

// Files of a folder and of those below it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace podreel::testing {

/// Text by path, relative to the folder.
using FolderFiles = std::map<std::string, std::string>;

/// Returns the content of all files.
[[nodiscard]] FolderFiles files_below(const std::filesystem::path& folder);

}  // namespace podreel::testing

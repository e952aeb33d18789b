// What stands in the files of a folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace podreel::testing {

/// Text by path, relative to the folder.
using FolderFiles = std::map<std::string, std::string>;

[[nodiscard]] FolderFiles files_below(const std::filesystem::path& folder);

}  // namespace podreel::testing

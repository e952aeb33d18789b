// Where a file really lies.
#pragma once

#include <filesystem>

namespace podreel::api {

/// Whether `path`, followed through all links, lies in `folder` or in a folder below it. What does not exist lies where
/// it would be made. An empty folder is the current one.
[[nodiscard]] bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace podreel::api

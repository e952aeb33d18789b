// Where the suite was built from and what it runs. Only one small file is compiled for one place: the rest of the suite
// is the same, and found by ccache, wherever the repository lies.
#pragma once

#include <filesystem>
#include <string_view>

namespace podreel::testing {

/// `below` the root of the repository: "scenarios/crash-loop.yaml".
[[nodiscard]] std::filesystem::path source_path(std::string_view below = {});

/// The podreel that was built with the suite.
[[nodiscard]] const std::filesystem::path& built_command();

/// Where CMake has unpacked tests/recordings.
[[nodiscard]] const std::filesystem::path& unpacked_recordings();

}  // namespace podreel::testing

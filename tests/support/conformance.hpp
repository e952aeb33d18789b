// Where the recordings of real kubelets are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace podreel::testing {

/// The folder that $PODREEL_CONFORMANCE names; without it, `shared/conformance` beside the checkout, or else what CMake
/// has unpacked of tests/recordings, which has no manifests of other people (`real`). Nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> conformance_folder();

/// The folder with what other people have published, `real` in that of the recordings; nothing where it is not.
[[nodiscard]] std::optional<std::filesystem::path> public_manifests_folder();

/// The folder that was asked for last, or that there was none; empty if none was asked for.
[[nodiscard]] std::string used_recordings();

}  // namespace podreel::testing

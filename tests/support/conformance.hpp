// Where the recordings of real kubelets are.
#pragma once

#include <filesystem>
#include <optional>

namespace podreel::testing {

/// The folder of the recordings: $PODREEL_CONFORMANCE, or ../shared/conformance beside the repository; nothing, after
/// a message, where neither exists.
[[nodiscard]] std::optional<std::filesystem::path> conformance_folder();

}  // namespace podreel::testing

// Where the recordings of real kubelets are.
#pragma once

#include <filesystem>
#include <optional>

namespace podreel::testing {

/// The folder `shared/conformance` beside the checkout, or $PODREEL_CONFORMANCE; nothing where neither exists. Tests
/// say which they used.
[[nodiscard]] std::optional<std::filesystem::path> conformance_folder();

}  // namespace podreel::testing

// The scenarios of recordings: podreel's own format, and what the recorder of November 2026 calls by other names.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::testing {

/// The kubelet of a recorded run: "1.28.0-a" is a repetition, "1.31.14+EventedPLEG" has a gate on, and the scenarios of
/// "1.31.14-to-1.35.6" name their releases themselves.
struct RunLabel {
  std::optional<release::Release> kubelet;
  release::FeatureGates gates;
  /// Where it is not the first kubelet's.
  std::optional<release::Release> api_server;
};
[[nodiscard]] RunLabel parse_run_label(const std::string& run);

/// podreel's format cannot say it yet; what() is every problem.
struct UnreadableScenario : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws UnreadableScenario with all that podreel's format does not have.
[[nodiscard]] format::Scenario read_recorded_scenario(const std::filesystem::path& file, const RunLabel& run);

}  // namespace podreel::testing

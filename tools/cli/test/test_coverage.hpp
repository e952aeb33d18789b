// `podreel test --coverage`: what the scenarios exercise.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Names of one kind, in the order of their tables.
struct CoverageGroup {
  /// "decisions", "syncs" or "behaviours".
  std::string name;
  std::vector<std::string> exercised;
  std::vector<std::string> missed;
};

/// Replays the scenarios with explanations, and again without each behaviour of their kubelets that no other scenario
/// has shown, on `jobs` threads.
[[nodiscard]] std::vector<CoverageGroup> coverage_of(const std::vector<format::Scenario>& scenarios, std::size_t jobs,
                                                     Context& context);

/// Prints counts, and the names of what no scenario exercises.
void print_coverage(std::ostream& out, const std::vector<CoverageGroup>& groups);

/// Returns {"decisions": {"exercised", "missed"}, …}.
[[nodiscard]] nlohmann::ordered_json coverage_document(const std::vector<CoverageGroup>& groups);

}  // namespace podreel::cli

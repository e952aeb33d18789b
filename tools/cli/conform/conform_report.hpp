// The output of `podreel conform`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "tools/cli/reproduce/match_report.hpp"

namespace podreel::cli {

/// The result of one scenario.
struct ConformResult {
  /// Such as "faults/out-of-memory".
  std::string name;
  /// Why the scenario cannot be recorded, one line per reason; empty: it can.
  std::vector<std::string> refused{};
  /// Why there is no comparable recording, although the scenario can be recorded; empty: there is one.
  std::string failure{};
  /// Valid if there is a recording.
  MatchOutcome outcome{};
  /// Mechanisms that the recording exercises (reproduce::mechanism_names).
  std::vector<std::string_view> mechanisms{};

  [[nodiscard]] bool is_recorded() const noexcept { return refused.empty() && failure.empty(); }
  [[nodiscard]] bool is_different() const noexcept { return is_recorded() && !outcome.is_reproduced(); }
};

struct Conformance {
  /// Release of the kubelet under test.
  release::Release kubelet{};
  /// In the order of the scenarios.
  std::vector<ConformResult> results{};

  /// Returns whether every scenario that can be recorded has an equal recording.
  [[nodiscard]] bool is_equal() const;
};

/// Prints a line for each mechanism, the differences, the scenarios without a recording, and the totals.
void print_conformance(std::ostream& out, const Conformance& conformance);

[[nodiscard]] nlohmann::ordered_json conformance_document(const Conformance& conformance);

/// Prints JUnit XML with a test case for each scenario; those that cannot be recorded are skipped.
void print_conformance_junit(std::ostream& out, const Conformance& conformance);

/// Prints one self-contained HTML page.
void print_conformance_page(std::ostream& out, const Conformance& conformance);

}  // namespace podreel::cli

// Differences of two runs as text: what has other words, what is done otherwise, and why.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "tools/timeline/run_comparison.hpp"

namespace podreel::cli {

struct ComparisonView {
  /// Leaves out records that differ in texts or fields only.
  bool ignores_texts = false;
  /// Prints all groups; otherwise a screen of them.
  bool is_full = false;
};

/// Prints the groups of differences with the behaviours that decide them.
void print_comparison(std::ostream& out, const RunComparison& comparison, const ComparisonView& view);

/// Returns the time of a line as "12.345s"; empty for null.
[[nodiscard]] std::string time_text(const TimelineLine* line);

/// Returns the pod, who, what and the whole text of a line.
[[nodiscard]] std::string line_text(const TimelineLine& line);

}  // namespace podreel::cli

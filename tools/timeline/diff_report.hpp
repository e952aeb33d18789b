// The differences of two runs, as `podreel diff` shows them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "tools/timeline/run_comparison.hpp"

namespace podreel::cli {

struct DiffReport {
  std::string scenario;
  /// The runs: "kubelet 1.28.15, seed 1".
  std::string left;
  std::string right;
  RunComparison comparison;
  /// Texts and fields do not count.
  bool ignores_texts = false;

  /// Returns whether the runs are the same, also in their texts and fields unless these are ignored.
  [[nodiscard]] bool is_same() const;
};

struct DiffView {
  /// Number of lines to print around each line that differs; negative: all lines. No value: only groups of differences.
  std::optional<int> context;
  bool colour = false;
};

/// Prints the groups of differences and their causes, the lines that differ, if requested, and the first difference
/// with its reasons.
void print_diff(std::ostream& out, const DiffReport& report, const DiffView& view);

/// Returns {"scenario", "left", "right", "same", "divergence", "differences"} and the groups of
/// comparison_document.hpp. "divergence" is the first difference: {"left", "right", "leftReasons", "rightReasons"}.
[[nodiscard]] nlohmann::ordered_json diff_document(const DiffReport& report);

}  // namespace podreel::cli

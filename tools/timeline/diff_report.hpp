// The first difference of two timelines, as `podreel diff` shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tools/timeline/timeline_diff.hpp"

namespace podreel::cli {

/// One side of a comparison.
struct DiffSide {
  /// "kubelet 1.28.15, seed 1".
  std::string title;
  ComparableTimelineSink timeline;
};

struct DiffReport {
  std::string scenario;
  DiffSide left;
  DiffSide right;
  /// Rows of the two timelines; they refer to them.
  std::vector<DiffRow> rows;

  /// Returns the reasons of one side's kubelet that the other side's kubelet does not have: in the sync at the first
  /// difference, or in the next sync of that pod.
  [[nodiscard]] std::vector<std::string> divergence_reasons(bool of_left) const;
};

/// Prints the differences, with `context` lines around them (all lines if negative), and their reasons.
void print_diff(std::ostream& out, const DiffReport& report, int context, bool colour);

/// Returns {"scenario", "left", "right", "same", "divergence", "differences"}; "divergence" is the first difference:
/// {"left", "right", "leftReasons", "rightReasons"}.
[[nodiscard]] nlohmann::ordered_json diff_document(const DiffReport& report);

}  // namespace podreel::cli

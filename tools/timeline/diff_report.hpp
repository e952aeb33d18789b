// How `podreel diff` shows where two timelines part.
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

  /// The reasons that the side's kubelet gave, in the sync of the first parting or the next of that pod, and the other
  /// side's did not give there.
  [[nodiscard]] std::vector<std::string> divergence_reasons(bool of_left) const;
};

/// What differs, with `context` lines around it (all lines if negative), and why.
void print_diff(std::ostream& out, const DiffReport& report, int context, bool colour);

/// {"scenario", "left", "right", "same", "parting": {"left", "right", "leftReasons", "rightReasons"}, "differences"}.
[[nodiscard]] nlohmann::ordered_json diff_document(const DiffReport& report);

}  // namespace podreel::cli

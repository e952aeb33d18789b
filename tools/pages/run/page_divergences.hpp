// First differences between the runs of a page.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tools/timeline/run_comparison.hpp"

namespace podreel::cli {

/// Compares each run with the one before it. Returns {"left", "right", "same"}: the indices of the runs, and whether
/// they do the same. For runs that do not, adds the first difference, as `podreel diff` finds it: "line" ("t", "pod",
/// "who", "what", "why") of the run "by", "otherTime" if the other run has the line at that time, and the reasons of
/// both kubelets, "leftReasons" and "rightReasons". For runs that do the same, adds "movedAt", the time from which
/// records have other times. "wording" has the first lines, "left" and "right", with different messages. Adds the
/// groups of comparison_document.hpp. Times are in seconds. All comparisons together may replay `budget` lines.
[[nodiscard]] nlohmann::ordered_json divergences_document(const std::vector<ComparedRun>& runs, std::size_t budget);

}  // namespace podreel::cli

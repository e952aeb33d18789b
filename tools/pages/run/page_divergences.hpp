// First differences between the runs of a page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tools/timeline/timeline_lines.hpp"

namespace podreel::cli {

/// A run's timeline for comparison, with and without messages; the lines of both correspond.
struct RunTimelines {
  explicit RunTimelines(sim::Time start) noexcept : words{start}, events{start, Wording::ignored} {}

  ComparableTimelineSink words;
  ComparableTimelineSink events;
};

/// Compares each run with the one before it. Returns {"left", "right", "same"}: the indices of the runs, and whether
/// they have no difference. For runs that differ, adds "by", the run that alone has "line": {"t", "pod",
/// "who", "what", "why"}, as found by `podreel diff --ignore texts`, and the reasons of both kubelets, "leftReasons"
/// and "rightReasons". For runs that do not differ, adds "movedAt", the time from which records have other times.
/// "wording" has the first lines, "left" and "right", with different messages. Times are in seconds.
[[nodiscard]] nlohmann::ordered_json divergences_document(const std::vector<RunTimelines>& runs);

}  // namespace podreel::cli

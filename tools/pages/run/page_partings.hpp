// Where the runs of a page part.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tools/timeline/told_timeline.hpp"

namespace podreel::cli {

/// A run's timeline, to be held against others: their lines are the same, one by one, but for the wording.
struct ToldRun {
  explicit ToldRun(sim::Time start) noexcept : words{start}, deeds{start, Wording::ignored} {}

  ToldTimeline words;
  ToldTimeline deeds;
};

/// Of each run and the one before it {"left", "right", "same"}: the runs' indices, and whether the same happens in
/// both. Of those that part "by", the run that alone has the line "parting": {"t", "pod", "who", "what", "why"}, as
/// `podreel diff --ignore texts` finds it, and the "leftReasons" and "rightReasons" that their kubelets gave there; of
/// those that do not "movedAt", from when on it happens at other times. Before that, "wording": the first lines that
/// say it in other words, "left" and "right". Times in seconds.
[[nodiscard]] nlohmann::ordered_json partings_document(const std::vector<ToldRun>& runs);

}  // namespace podreel::cli

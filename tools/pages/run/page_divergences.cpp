#include "tools/pages/run/page_divergences.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/printable.hpp"
#include "tools/timeline/comparison_document.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

ordered_json line_document(const TimelineLine& line) {
  return {{"t", page_seconds(line.at)},
          {"pod", line.pod},
          {"who", api::printable_line(line.who)},
          {"what", api::printable_line(line.what)},
          {"why", api::printable_line(line.words)}};
}

void add_wording(ordered_json& document, const RunComparison& comparison) {
  if (comparison.wording.wordings.empty()) return;
  const WordingGroup& first = comparison.wording.wordings.front();
  document["wording"] = {{"left", line_document(*first.left)}, {"right", line_document(*first.right)}};
}

void add_divergence(ordered_json& document, const RunComparison& comparison) {
  document["same"] = comparison.does_same();
  if (comparison.does_same()) return;
  const DiffRow first = comparison.first();
  const bool is_left = first.right == nullptr;
  document["by"] = document[is_left ? "left" : "right"];
  document["line"] = line_document(is_left ? *first.left : *first.right);
  if (first.is_same()) document["otherTime"] = page_seconds(first.left->at);
  document["leftReasons"] = api::printable_lines(comparison.reasons(true));
  document["rightReasons"] = api::printable_lines(comparison.reasons(false));
}

void add_move(ordered_json& document, const RunComparison& comparison) {
  if (!comparison.does_same()) return;
  const auto moved =
      std::ranges::find_if(comparison.rows, [](const DiffRow& row) { return row.left->at != row.right->at; });
  if (moved == comparison.rows.end()) return;
  document["movedAt"] = page_seconds(std::min(moved->left->at, moved->right->at));
}

}  // namespace

ordered_json divergences_document(const std::vector<ComparedRun>& runs, std::size_t budget) {
  ordered_json divergences = ordered_json::array();
  for (std::size_t index = 1; index < runs.size(); ++index) {
    const RunComparison comparison = compare_runs(runs[index - 1], runs[index], budget / (runs.size() - 1));
    ordered_json document{{"left", index - 1}, {"right", index}};
    add_divergence(document, comparison);
    add_move(document, comparison);
    add_wording(document, comparison);
    add_comparison(document, comparison, true);
    divergences.push_back(std::move(document));
  }
  return divergences;
}

}  // namespace podreel::cli

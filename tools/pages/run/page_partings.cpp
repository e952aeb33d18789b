#include "tools/pages/run/page_partings.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/timeline/diff_report.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using Lines = std::vector<ToldLine>;

ordered_json line_document(const ToldLine& line) {
  return {{"t", page_seconds(line.at)},
          {"pod", line.pod},
          {"who", api::printable_line(line.who)},
          {"what", api::printable_line(line.what)},
          {"why", api::printable_line(line.why)}};
}

/// Returns the number of equal lines at the beginning.
std::ptrdiff_t alike(const Lines& left, const Lines& right) {
  return std::ranges::mismatch(left, right).in1 - left.begin();
}

void add_wording(ordered_json& document, const ToldRun& left, const ToldRun& right) {
  const std::ptrdiff_t first = alike(left.words.lines(), right.words.lines());
  if (first >= alike(left.deeds.lines(), right.deeds.lines())) return;
  const auto line = static_cast<std::size_t>(first);
  document["wording"] = {{"left", line_document(left.words.lines()[line])},
                         {"right", line_document(right.words.lines()[line])}};
}

/// Returns the line with its message.
const ToldLine& line_in_words(const ToldRun& run, const DiffSide& side, const ToldLine* line) {
  return run.words.lines()[static_cast<std::size_t>(line - side.timeline.lines().data())];
}

void add_parting(ordered_json& document, const DiffReport& report, const ToldRun& left, const ToldRun& right) {
  const auto parting = first_parting(report.rows);
  document["same"] = !parting;
  if (!parting) return;
  const DiffRow& row = report.rows[*parting];
  const bool is_left = row.left != nullptr;
  document["by"] = document[is_left ? "left" : "right"];
  document["parting"] = line_document(is_left ? line_in_words(left, report.left, row.left)
                                              : line_in_words(right, report.right, row.right));
  document["leftReasons"] = api::printable_lines(report.reasons_of_parting(true));
  document["rightReasons"] = api::printable_lines(report.reasons_of_parting(false));
}

void add_move(ordered_json& document, const DiffReport& report) {
  if (first_parting(report.rows)) return;
  const auto moved =
      std::ranges::find_if(report.rows, [](const DiffRow& row) { return row.left->at != row.right->at; });
  if (moved != report.rows.end()) document["movedAt"] = page_seconds(std::min(moved->left->at, moved->right->at));
}

}  // namespace

ordered_json partings_document(const std::vector<ToldRun>& runs) {
  ordered_json partings = ordered_json::array();
  for (std::size_t index = 1; index < runs.size(); ++index) {
    const ToldRun& left = runs[index - 1];
    const ToldRun& right = runs[index];
    DiffReport report{"", {"", left.deeds}, {"", right.deeds}, {}};
    report.rows = align(report.left.timeline.lines(), report.right.timeline.lines());
    ordered_json document{{"left", index - 1}, {"right", index}};
    add_parting(document, report, left, right);
    add_move(document, report);
    add_wording(document, left, right);
    partings.push_back(std::move(document));
  }
  return partings;
}

}  // namespace podreel::cli

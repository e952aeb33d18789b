#include "tools/pages/run/page_divergences.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/timeline/diff_report.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using Lines = std::vector<TimelineLine>;

ordered_json line_document(const TimelineLine& line) {
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

void add_wording(ordered_json& document, const RunTimelines& left, const RunTimelines& right) {
  const std::ptrdiff_t first = alike(left.words.lines(), right.words.lines());
  if (first >= alike(left.events.lines(), right.events.lines())) return;
  const auto line = static_cast<std::size_t>(first);
  document["wording"] = {{"left", line_document(left.words.lines()[line])},
                         {"right", line_document(right.words.lines()[line])}};
}

/// Returns the line with its message.
const TimelineLine& line_in_words(const RunTimelines& run, const DiffSide& side, const TimelineLine* line) {
  return run.words.lines()[static_cast<std::size_t>(line - side.timeline.lines().data())];
}

void add_divergence(ordered_json& document, const DiffReport& report, const RunTimelines& left,
                    const RunTimelines& right) {
  const auto divergence = first_divergence(report.rows);
  document["same"] = !divergence;
  if (!divergence) return;
  const DiffRow& row = report.rows[*divergence];
  const bool is_left = row.left != nullptr;
  document["by"] = document[is_left ? "left" : "right"];
  document["line"] = line_document(is_left ? line_in_words(left, report.left, row.left)
                                           : line_in_words(right, report.right, row.right));
  document["leftReasons"] = api::printable_lines(report.divergence_reasons(true));
  document["rightReasons"] = api::printable_lines(report.divergence_reasons(false));
}

void add_move(ordered_json& document, const DiffReport& report) {
  if (first_divergence(report.rows)) return;
  const auto moved =
      std::ranges::find_if(report.rows, [](const DiffRow& row) { return row.left->at != row.right->at; });
  if (moved != report.rows.end()) document["movedAt"] = page_seconds(std::min(moved->left->at, moved->right->at));
}

}  // namespace

ordered_json divergences_document(const std::vector<RunTimelines>& runs) {
  ordered_json divergences = ordered_json::array();
  for (std::size_t index = 1; index < runs.size(); ++index) {
    const RunTimelines& left = runs[index - 1];
    const RunTimelines& right = runs[index];
    DiffReport report{"", {"", left.events}, {"", right.events}, {}};
    report.rows = align(report.left.timeline.lines(), report.right.timeline.lines());
    ordered_json document{{"left", index - 1}, {"right", index}};
    add_divergence(document, report, left, right);
    add_move(document, report);
    add_wording(document, left, right);
    divergences.push_back(std::move(document));
  }
  return divergences;
}

}  // namespace podreel::cli

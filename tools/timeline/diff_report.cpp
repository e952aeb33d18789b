#include "tools/timeline/diff_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/timeline/comparison_document.hpp"
#include "tools/timeline/comparison_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view plain = "\x1b[0m";

/// Returns whether the row counts as a difference in a list of lines.
bool is_alike(const DiffRow& row, bool ignores_texts) {
  return row.is_same() && (ignores_texts || row.left->words == row.right->words);
}

void print_line(std::ostream& out, const DiffRow& row, char sign, bool colour) {
  const TimelineLine& line = row.left != nullptr ? *row.left : *row.right;
  std::string text =
      fmt::format("{} {:>11}  {:>11}  {}", sign, time_text(row.left), time_text(row.right), line_text(line));
  if (colour && sign != ' ') text = fmt::format("{}{}{}", sign == '-' ? red : green, text, plain);
  out << text << '\n';
}

void print_row(std::ostream& out, const DiffRow& row, bool ignores_texts, bool colour) {
  if (is_alike(row, ignores_texts)) return print_line(out, row, ' ', colour);
  if (row.left != nullptr) print_line(out, {row.left, nullptr}, '-', colour);
  if (row.right != nullptr) print_line(out, {nullptr, row.right}, '+', colour);
}

/// Whether a row that differs is at most `context` rows away, for every row.
std::vector<bool> near_a_difference(const DiffReport& report, int context) {
  const std::vector<DiffRow>& rows = report.comparison.rows;
  std::vector<bool> near(rows.size(), context < 0);
  if (context < 0) return near;
  const auto reach = static_cast<std::size_t>(context);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (is_alike(rows[row], report.ignores_texts)) continue;
    const std::size_t last = std::min(rows.size() - 1, row + reach);
    for (std::size_t other = row - std::min(row, reach); other <= last; ++other) near[other] = true;
  }
  return near;
}

void print_rows(std::ostream& out, const DiffReport& report, int context, bool colour) {
  const std::vector<DiffRow>& rows = report.comparison.rows;
  const std::vector<bool> near = near_a_difference(report, context);
  std::size_t skipped = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!near[row]) {
      ++skipped;
      continue;
    }
    if (skipped > 0) fmt::print(out, "  … {} alike\n", skipped);
    skipped = 0;
    print_row(out, rows[row], report.ignores_texts, colour);
  }
  if (skipped > 0) fmt::print(out, "  … {} alike\n", skipped);
  out << '\n';
}

void print_reasons(std::ostream& out, const DiffReport& report, bool of_left) {
  const std::vector<std::string> reasons = report.comparison.reasons(of_left);
  if (reasons.empty()) return;
  fmt::print(out, "\n{}:\n", of_left ? report.left : report.right);
  for (const std::string& reason : reasons) fmt::print(out, "  {}\n", api::printable_line(reason));
}

void print_first(std::ostream& out, const DiffReport& report) {
  const DiffRow first = report.comparison.first();
  if (report.comparison.does_same()) {
    out << "No difference in what is done.\n";
    return;
  }
  const TimelineLine& line = first.left != nullptr ? *first.left : *first.right;
  if (report.comparison.is_reordered()) {
    fmt::print(out, "First difference at {}, in another order: {}\n", time_text(&line), line_text(line));
  } else if (first.is_same()) {
    fmt::print(out, "First difference: {} has, at {} instead of {}: {}\n", report.right, time_text(first.right),
               time_text(first.left), line_text(*first.right));
  } else {
    fmt::print(out, "First difference at {}: only {} has: {}\n", time_text(&line),
               first.left != nullptr ? report.left : report.right, line_text(line));
  }
  print_reasons(out, report, true);
  print_reasons(out, report, false);
}

ordered_json line_document(const TimelineLine* line) {
  if (line == nullptr) return nullptr;
  return {{"t", format::in_seconds(line->at)},
          {"pod", line->pod},
          {"who", line->who},
          {"what", line->what},
          {"why", line->words}};
}

/// Returns the first difference, or else the first record with another text.
DiffRow divergence_of(const DiffReport& report) {
  if (!report.comparison.does_same()) return report.comparison.first();
  const std::vector<DiffRow>& rows = report.comparison.rows;
  const auto row = std::ranges::find_if_not(rows, [](const DiffRow& each) { return is_alike(each, false); });
  return row == rows.end() ? DiffRow{} : *row;
}

}  // namespace

bool DiffReport::is_same() const {
  return comparison.does_same() && (ignores_texts || comparison.wording.is_empty());
}

void print_diff(std::ostream& out, const DiffReport& report, const DiffView& view) {
  const std::string scenario = api::printable_line(report.scenario);
  fmt::print(out, "- {}: {}\n+ {}: {}\n\n", scenario, api::printable_line(report.left), scenario,
             api::printable_line(report.right));
  if (report.is_same()) {
    fmt::print(out, "no difference in {}\n", counted(report.comparison.rows.size(), "line"));
    return;
  }
  print_comparison(out, report.comparison,
                   {.ignores_texts = report.ignores_texts, .is_full = view.context.has_value()});
  if (view.context) print_rows(out, report, *view.context, view.colour);
  print_first(out, report);
}

ordered_json diff_document(const DiffReport& report) {
  ordered_json document{{"scenario", report.scenario}, {"left", report.left}, {"right", report.right}};
  document["same"] = report.is_same();
  if (report.is_same()) return document;
  const DiffRow divergence = divergence_of(report);
  document["divergence"] = {{"left", line_document(divergence.left)},
                            {"right", line_document(divergence.right)},
                            {"leftReasons", report.comparison.reasons(true)},
                            {"rightReasons", report.comparison.reasons(false)}};
  add_comparison(document, report.comparison, !report.ignores_texts);
  document["differences"] = ordered_json::array();
  for (const DiffRow& row : report.comparison.rows) {
    if (is_alike(row, report.ignores_texts)) continue;
    document["differences"].push_back({{"left", line_document(row.left)}, {"right", line_document(row.right)}});
  }
  return document;
}

}  // namespace podreel::cli

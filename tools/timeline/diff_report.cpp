#include "tools/timeline/diff_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view plain = "\x1b[0m";

std::string seconds(const TimelineLine* line) {
  if (line == nullptr) return {};
  return fmt::format("{:.3f}s", std::chrono::duration<double>(line->at).count());
}

std::string text_of(const TimelineLine& line) {
  std::string text = fmt::format("{}  {}  {}", line.pod, line.who, line.what);
  if (!line.why.empty()) text += "  " + line.why;
  return api::printable_line(text);
}

void print_row(std::ostream& out, const DiffRow& row, bool colour) {
  const TimelineLine& line = row.left != nullptr ? *row.left : *row.right;
  const char sign = row.is_same() ? ' ' : row.left != nullptr ? '-' : '+';
  std::string text = fmt::format("{} {:>11}  {:>11}  {}", sign, seconds(row.left), seconds(row.right), text_of(line));
  if (colour && !row.is_same()) text = fmt::format("{}{}{}", sign == '-' ? red : green, text, plain);
  out << text << '\n';
}

/// Whether a row that differs is at most `context` rows away, for every row.
std::vector<bool> near_a_difference(const std::vector<DiffRow>& rows, int context) {
  std::vector<bool> near(rows.size(), context < 0);
  if (context < 0) return near;
  const auto reach = static_cast<std::size_t>(context);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].is_same()) continue;
    const std::size_t last = std::min(rows.size() - 1, row + reach);
    for (std::size_t other = row - std::min(row, reach); other <= last; ++other) near[other] = true;
  }
  return near;
}

void print_rows(std::ostream& out, const std::vector<DiffRow>& rows, int context, bool colour) {
  const std::vector<bool> near = near_a_difference(rows, context);
  std::size_t skipped = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!near[row]) {
      ++skipped;
      continue;
    }
    if (skipped > 0) fmt::print(out, "  … {} alike\n", skipped);
    skipped = 0;
    print_row(out, rows[row], colour);
  }
  if (skipped > 0) fmt::print(out, "  … {} alike\n", skipped);
}

void print_reasons(std::ostream& out, const DiffReport& report, bool of_left) {
  const std::vector<std::string> reasons = report.divergence_reasons(of_left);
  if (reasons.empty()) return;
  fmt::print(out, "\n{}:\n", of_left ? report.left.title : report.right.title);
  for (const std::string& reason : reasons) fmt::print(out, "  {}\n", api::printable_line(reason));
}

ordered_json line_document(const TimelineLine* line) {
  if (line == nullptr) return nullptr;
  return {{"t", std::chrono::duration<double>(line->at).count()},
          {"pod", line->pod},
          {"who", line->who},
          {"what", line->what},
          {"why", line->why}};
}

/// Returns the first sync of the diverging pod on one side, from the first difference on; null if there is none.
const ComparableTimelineSink::Sync* divergence_sync(const DiffReport& report, std::size_t divergence, bool of_left) {
  const ComparableTimelineSink& timeline = of_left ? report.left.timeline : report.right.timeline;
  const DiffRow& first = report.rows[divergence];
  const std::string& pod = (first.left != nullptr ? first.left : first.right)->pod;
  for (std::size_t row = divergence; row < report.rows.size(); ++row) {
    const TimelineLine* line = of_left ? report.rows[row].left : report.rows[row].right;
    if (line == nullptr || line->pod != pod || line->sync >= timeline.syncs().size()) continue;
    return &timeline.syncs()[line->sync];
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> DiffReport::divergence_reasons(bool of_left) const {
  const auto divergence = first_divergence(rows);
  if (!divergence) return {};
  const ComparableTimelineSink::Sync* here = divergence_sync(*this, *divergence, of_left);
  const ComparableTimelineSink::Sync* there = divergence_sync(*this, *divergence, !of_left);
  std::vector<std::string> reasons;
  if (here == nullptr) return reasons;
  using Reason = ComparableTimelineSink::Reason;
  for (const Reason& reason : here->reasons) {
    const bool both =
        there != nullptr && std::ranges::find(there->reasons, reason.essence, &Reason::essence) != there->reasons.end();
    if (!both) reasons.push_back(reason.sentence);
  }
  return reasons;
}

void print_diff(std::ostream& out, const DiffReport& report, int context, bool colour) {
  const std::string scenario = api::printable_line(report.scenario);
  fmt::print(out, "- {}: {}\n+ {}: {}\n\n", scenario, api::printable_line(report.left.title), scenario,
             api::printable_line(report.right.title));
  const auto divergence = first_divergence(report.rows);
  if (!divergence) {
    fmt::print(out, "no difference in {} lines\n", report.rows.size());
    return;
  }
  print_rows(out, report.rows, context, colour);
  const DiffRow& row = report.rows[*divergence];
  const TimelineLine& line = row.left != nullptr ? *row.left : *row.right;
  fmt::print(out, "\nFirst difference at {}: only {} has: {}\n", seconds(&line),
             row.left != nullptr ? report.left.title : report.right.title, text_of(line));
  print_reasons(out, report, true);
  print_reasons(out, report, false);
}

ordered_json diff_document(const DiffReport& report) {
  ordered_json document{{"scenario", report.scenario}, {"left", report.left.title}, {"right", report.right.title}};
  const auto divergence = first_divergence(report.rows);
  document["same"] = !divergence;
  if (!divergence) return document;
  document["divergence"] = {{"left", line_document(report.rows[*divergence].left)},
                            {"right", line_document(report.rows[*divergence].right)},
                            {"leftReasons", report.divergence_reasons(true)},
                            {"rightReasons", report.divergence_reasons(false)}};
  for (const DiffRow& row : report.rows) {
    if (row.is_same()) continue;
    document["differences"].push_back({{"left", line_document(row.left)}, {"right", line_document(row.right)}});
  }
  return document;
}

}  // namespace podreel::cli

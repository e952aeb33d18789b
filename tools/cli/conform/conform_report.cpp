#include "tools/cli/conform/conform_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "scenarios/reproduce/recording/mechanisms.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_lines.hpp"
#include "tools/text/text_table.hpp"
#include "tools/text/ticket.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

/// The recordings that exercise a mechanism.
struct MechanismRow {
  std::string_view name;
  std::size_t exercised = 0;
  std::size_t equal = 0;
  /// Null: all are equal.
  const ConformResult* first_difference = nullptr;
};

MechanismRow row_of(std::string_view mechanism, const Conformance& conformance) {
  MechanismRow row{mechanism};
  for (const ConformResult& result : conformance.results) {
    if (!result.is_recorded() || std::ranges::find(result.mechanisms, mechanism) == result.mechanisms.end()) continue;
    ++row.exercised;
    if (!result.is_different()) ++row.equal;
    if (result.is_different() && row.first_difference == nullptr) row.first_difference = &result;
  }
  return row;
}

std::vector<MechanismRow> rows_of(const Conformance& conformance) {
  std::vector<MechanismRow> rows;
  for (const std::string_view name : reproduce::mechanism_names()) rows.push_back(row_of(name, conformance));
  return rows;
}

std::string cause_of(const ConformResult& result) {
  return cause_in_brief(*result.outcome.divergence);
}

std::string describe_first_difference(const MechanismRow& row) {
  if (row.first_difference == nullptr) return "-";
  const ConformResult& result = *row.first_difference;
  return fmt::format("{}: {}; {}", result.name, difference_in_brief(result.outcome), cause_of(result));
}

std::vector<std::string> cells_of(const MechanismRow& row) {
  return {std::string{row.name}, std::to_string(row.exercised), std::to_string(row.equal),
          std::to_string(row.exercised - row.equal), describe_first_difference(row)};
}

template <class Predicate>
std::size_t count_of(const Conformance& conformance, Predicate predicate) {
  return static_cast<std::size_t>(std::ranges::count_if(conformance.results, predicate));
}

/// Returns the totals: "kubelet 1.36.2: 50 of 52 recordings equal; 1 scenario failed; 14 scenarios not recorded".
std::string totals_of(const Conformance& conformance) {
  const std::size_t recorded = count_of(conformance, &ConformResult::is_recorded);
  const std::size_t different = count_of(conformance, &ConformResult::is_different);
  const std::size_t failed = count_of(conformance, [](const ConformResult& each) { return !each.failure.empty(); });
  const std::size_t refused = count_of(conformance, [](const ConformResult& each) { return !each.refused.empty(); });
  std::string text = fmt::format("kubelet {}: {} of {} equal", release::to_string(conformance.kubelet),
                                 recorded - different, counted(recorded, "recording"));
  if (failed > 0) text += fmt::format("; {} failed", counted(failed, "scenario"));
  if (refused > 0) text += fmt::format("; {} cannot be recorded", counted(refused, "scenario"));
  return text;
}

std::string on_lines(const std::vector<std::string>& reasons, std::string_view indent) {
  std::string text;
  for (const std::string& reason : reasons) {
    for (const std::string_view line : lines_of(reason))
      text += fmt::format("{}{}\n", indent, api::printable_line(line));
  }
  return text;
}

/// Lists the results for which `reasons_of` returns lines.
template <class ReasonsOf>
void print_reasons(std::ostream& out, const Conformance& conformance, std::string_view title, ReasonsOf reasons_of) {
  bool is_first = true;
  for (const ConformResult& result : conformance.results) {
    const std::vector<std::string> reasons = reasons_of(result);
    if (reasons.empty()) continue;
    if (is_first) fmt::print(out, "\n{}:\n", title);
    is_first = false;
    fmt::print(out, "  {}\n{}", api::printable_line(result.name), on_lines(reasons, "    "));
  }
}

std::vector<std::string> failures_of(const ConformResult& result) {
  return result.failure.empty() ? std::vector<std::string>{} : std::vector<std::string>{result.failure};
}

ordered_json document_of(const MechanismRow& row) {
  ordered_json document{{"mechanism", row.name},
                        {"exercised", row.exercised},
                        {"equal", row.equal},
                        {"different", row.exercised - row.equal}};
  if (row.first_difference != nullptr) {
    document["firstDifference"] = {{"name", row.first_difference->name},
                                   {"at", row.first_difference->outcome.found.nearest.difference->at},
                                   {"kind", row.first_difference->outcome.found.nearest.difference->place.kind},
                                   {"cause", cause_of(*row.first_difference)}};
  }
  return document;
}

TicketSection section_of_mechanisms(const Conformance& conformance) {
  TicketSection section{.title = "Mechanisms"};
  section.table.header = {"Mechanism", "Exercised", "Equal", "Different", "First difference"};
  for (const MechanismRow& row : rows_of(conformance)) section.table.rows.push_back(cells_of(row));
  return section;
}

TicketSection section_of_difference(const ConformResult& result) {
  TicketSection section{.title = "Difference: " + result.name};
  const std::string text = match_text(result.outcome);
  for (const std::string_view line : lines_of(text)) section.items.emplace_back(line);
  return section;
}

TicketSection section_of_recordings(const Conformance& conformance) {
  TicketSection section{.title = "Recordings"};
  section.table.header = {"Scenario", "Equal", "Records", "Mechanisms"};
  for (const ConformResult& result : conformance.results) {
    if (!result.is_recorded()) continue;
    section.table.rows.push_back({result.name, result.is_different() ? "no" : "yes",
                                  std::to_string(result.outcome.compared),
                                  fmt::format("{}", fmt::join(result.mechanisms, ", "))});
  }
  return section;
}

TicketSection section_without_recordings(const Conformance& conformance) {
  TicketSection section{.title = "Without a recording"};
  section.table.header = {"Scenario", "Reason"};
  for (const ConformResult& result : conformance.results) {
    if (result.is_recorded()) continue;
    const std::string reasons = fmt::format("{}", fmt::join(result.refused, "; "));
    section.table.rows.push_back(
        {result.name, result.failure.empty() ? "cannot be recorded: " + reasons : "failed: " + result.failure});
  }
  return section;
}

}  // namespace

bool Conformance::is_equal() const {
  return std::ranges::none_of(results,
                              [](const ConformResult& each) { return each.is_different() || !each.failure.empty(); });
}

void print_conformance(std::ostream& out, const Conformance& conformance) {
  TextTable table{{"MECHANISM", "EXERCISED", "EQUAL", "DIFFERENT", "FIRST DIFFERENCE"}};
  for (const MechanismRow& row : rows_of(conformance)) table.add(cells_of(row));
  out << table.text();
  for (const ConformResult& result : conformance.results) {
    if (result.is_different())
      fmt::print(out, "\n{}\n{}", api::printable_line(result.name), match_text(result.outcome));
  }
  print_reasons(out, conformance, "failed", failures_of);
  print_reasons(out, conformance, "cannot be recorded", [](const ConformResult& result) { return result.refused; });
  fmt::print(out, "\n{}\n", totals_of(conformance));
}

ordered_json conformance_document(const Conformance& conformance) {
  ordered_json document{{"kubelet", release::to_string(conformance.kubelet)},
                        {"equal", conformance.is_equal()},
                        {"mechanisms", ordered_json::array()},
                        {"scenarios", ordered_json::array()}};
  for (const MechanismRow& row : rows_of(conformance)) document["mechanisms"].push_back(document_of(row));
  for (const ConformResult& result : conformance.results) {
    ordered_json item{{"name", result.name}};
    if (!result.refused.empty()) item["refused"] = result.refused;
    if (!result.failure.empty()) item["failure"] = result.failure;
    if (result.is_recorded()) {
      item["mechanisms"] = result.mechanisms;
      item.update(match_document(result.outcome));
    }
    document["scenarios"].push_back(std::move(item));
  }
  return document;
}

void print_conformance_junit(std::ostream& out, const Conformance& conformance) {
  std::vector<MatchOutcome> outcomes;
  for (const ConformResult& result : conformance.results) {
    MatchOutcome& outcome = outcomes.emplace_back(result.outcome);
    outcome.pair.recording = result.name;
    outcome.refusal = result.refused.empty() ? result.failure : fmt::format("{}", fmt::join(result.refused, "\n"));
    outcome.is_skipped = !result.refused.empty();
  }
  print_match_junit(out, outcomes);
}

void print_conformance_page(std::ostream& out, const Conformance& conformance) {
  Ticket page{.title = fmt::format("Conformance of kubelet {}", release::to_string(conformance.kubelet)),
              .sections = {}};
  page.sections.push_back({.sentences = {totals_of(conformance) + "."}});
  page.sections.push_back(section_of_mechanisms(conformance));
  for (const ConformResult& result : conformance.results) {
    if (result.is_different()) page.sections.push_back(section_of_difference(result));
  }
  TicketSection without = section_without_recordings(conformance);
  if (!without.table.rows.empty()) page.sections.push_back(std::move(without));
  page.sections.push_back(section_of_recordings(conformance));
  print_html(out, page);
}

}  // namespace podreel::cli

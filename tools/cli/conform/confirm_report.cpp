#include "tools/cli/conform/confirm_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

/// Returns "0s", "+35ms" or "-120ms".
std::string delay_text(sim::Duration delay) {
  if (delay < sim::Duration{}) return "-" + format::duration_text(-delay);
  return (delay > sim::Duration{} ? "+" : "") + format::duration_text(delay);
}

std::string outcome_of(const FindingAttempt& attempt) {
  return attempt.failure.empty() ? std::string{to_string(attempt.verdict.outcome)} : "failed";
}

/// Returns the first line.
std::string begin_of(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string detail_of(const FindingAttempt& attempt) {
  return api::printable_line(attempt.failure.empty() ? attempt.verdict.detail : begin_of(attempt.failure));
}

ordered_json document_of(const FindingAttempt& attempt) {
  ordered_json document{{"delaySeconds", format::in_seconds(attempt.delay)},
                        {"scenario", attempt.scenario},
                        {"recording", attempt.recording}};
  if (!attempt.failure.empty()) {
    document["failure"] = attempt.failure;
    return document;
  }
  document["outcome"] = to_string(attempt.verdict.outcome);
  document["detail"] = attempt.verdict.detail;
  return document;
}

ordered_json document_of(const FindingResult& result) {
  ordered_json document{{"finding", result.name}, {"file", result.file}};
  if (!result.refused.empty()) {
    document["refused"] = result.refused;
    return document;
  }
  if (result.is_judged()) document["outcome"] = to_string(result.outcome());
  document["attempts"] = ordered_json::array();
  for (const FindingAttempt& attempt : result.attempts) document["attempts"].push_back(document_of(attempt));
  return document;
}

std::size_t count_of(const std::vector<FindingResult>& results, FindingOutcome outcome) {
  return static_cast<std::size_t>(std::ranges::count_if(
      results, [outcome](const FindingResult& each) { return each.is_judged() && each.outcome() == outcome; }));
}

}  // namespace

bool FindingResult::is_judged() const {
  return std::ranges::any_of(attempts, [](const FindingAttempt& attempt) { return attempt.failure.empty(); });
}

FindingOutcome FindingResult::outcome() const {
  FindingOutcome best = FindingOutcome::not_reached;
  for (const FindingAttempt& attempt : attempts) {
    if (attempt.failure.empty()) best = std::min(best, attempt.verdict.outcome);
  }
  return best;
}

void print_findings(std::ostream& out, release::Release kubelet, const std::vector<FindingResult>& results) {
  TextTable table{{"FINDING", "ATTEMPT", "DELAY", "OUTCOME", "DETAIL"}};
  std::string refused;
  for (const FindingResult& result : results) {
    for (std::size_t index = 0; index < result.attempts.size(); ++index) {
      const FindingAttempt& attempt = result.attempts[index];
      table.add({api::printable_line(result.name), std::to_string(index + 1), delay_text(attempt.delay),
                 outcome_of(attempt), detail_of(attempt)});
    }
    if (!result.refused.empty()) refused += fmt::format("  {}\n", api::printable_line(result.name));
    for (const std::string& reason : result.refused) refused += fmt::format("    {}\n", api::printable_line(reason));
  }
  out << table.text();
  if (!refused.empty()) fmt::print(out, "\ncannot be recorded:\n{}", refused);
  fmt::print(out, "\nkubelet {}: {} of {} confirmed, {} not confirmed, {} not reached\n", release::to_string(kubelet),
             count_of(results, FindingOutcome::confirmed), counted(results.size(), "finding"),
             count_of(results, FindingOutcome::not_confirmed), count_of(results, FindingOutcome::not_reached));
}

ordered_json findings_document(release::Release kubelet, const std::vector<FindingResult>& results) {
  ordered_json document{{"kubelet", release::to_string(kubelet)}, {"findings", ordered_json::array()}};
  for (const FindingResult& result : results) document["findings"].push_back(document_of(result));
  return document;
}

}  // namespace podreel::cli

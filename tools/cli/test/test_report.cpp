#include "tools/cli/test/test_report.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/printable.hpp"
#include "scenarios/jsonl/choice_list.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_lines.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

using api::printable_xml;
using nlohmann::ordered_json;

std::string indented(const std::string& text, std::string_view indent) {
  std::string result;
  for (const std::string_view line : lines_of(text)) {
    if (!line.empty()) result += fmt::format("{}{}", indent, api::printable_line(line));
    result += '\n';
  }
  return result;
}

std::string printable_title(const format::Scenario& scenario) {
  return api::printable_line(format::title(scenario));
}

/// Prints choices in the format of --choices, one per line.
void print_choices(std::ostream& out, const FailedSeeds& failed) {
  if (failed.choices.empty()) return;
  fmt::print(out, "  seed {} also fails with {} of seed {} (--seed {} --choices FILE):\n", failed.holding,
             counted(failed.choices.size(), "choice"), failed.seeds.front(), failed.holding);
  for (const sim::Choice& choice : failed.choices) {
    fmt::print(out, "    {}\n", api::printable_line(jsonl::to_json(choice).dump()));
  }
}

void print_failure(std::ostream& out, const Terminal& terminal, const TestResults& results, std::size_t index) {
  const TestOutcome& outcome = results.outcomes[index];
  const std::string seeds = results.failed_seeds(index);
  fmt::print(out, "{} {}{}{}\n", emphasised(terminal, Emphasis::bad, "FAIL"), printable_title(results.scenarios[index]),
             seeds.empty() ? "" : ": ", seeds);
  for (const TestFailure& failure : outcome.failures) out << indented(failure.text, "  ");
  print_choices(out, outcome.failed);
  fmt::print(out, "  replay: {}\n\n", api::printable_line(results.replay_command(index)));
}

std::string_view result_name(const TestOutcome& outcome) {
  if (outcome.skipped) return "skipped";
  if (!outcome.passed()) return "failed";
  return outcome.expects_nothing() ? "noExpectations" : "passed";
}

ordered_json outcome_document(const TestResults& results, std::size_t index) {
  const format::Scenario& scenario = results.scenarios[index];
  const TestOutcome& outcome = results.outcomes[index];
  ordered_json document{{"name", format::title(scenario)},
                        {"file", scenario.file},
                        {"result", result_name(outcome)},
                        {"expectations", outcome.expectations}};
  if (outcome.failures.empty()) return document;
  for (const TestFailure& failure : outcome.failures) {
    ordered_json described{{"type", failure.type}, {"text", failure.text}};
    if (failure.mark.line > 0) {
      described["line"] = failure.mark.line;
      described["column"] = failure.mark.column;
    }
    document["failures"].push_back(std::move(described));
  }
  if (!outcome.failed.seeds.empty()) document["failedSeeds"] = outcome.failed.seeds;
  document["replay"] = results.replay_command(index);
  return document;
}

/// Escapes text for the description of a TAP line.
std::string tap_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '#' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

/// Encodes line breaks, percent signs and the `reserved` characters in hexadecimal.
std::string escaped(std::string_view text, std::string_view reserved) {
  std::string result;
  for (const char character : text) {
    const bool is_special = character == '%' || character == '\n' || reserved.find(character) != std::string_view::npos;
    result += is_special ? fmt::format("%{:02X}", static_cast<unsigned>(character)) : std::string(1, character);
  }
  return result;
}

std::string property(std::string_view text) {
  return escaped(api::printable_line(text), ":,");
}

struct Suite {
  std::vector<std::size_t> runs{};
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::chrono::duration<double> took{};

  void add(const TestOutcome& outcome) {
    failed += outcome.failures.empty() ? 0U : 1U;
    skipped += outcome.skipped || outcome.expects_nothing() ? 1U : 0U;
    took += outcome.took;
  }
  [[nodiscard]] std::string counts(std::size_t tests) const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"", tests, failed,
                       skipped, took.count());
  }
};

std::map<std::string, Suite> suites_of(const TestResults& results) {
  std::map<std::string, Suite> suites;
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    Suite& suite = suites[std::filesystem::path{results.scenarios[index].file}.parent_path().string()];
    suite.runs.push_back(index);
    suite.add(results.outcomes[index]);
  }
  return suites;
}

/// Prints all failures of a run as one, with the type of the first.
void print_failure(std::ostream& out, const TestResults& results, std::size_t index) {
  const std::vector<TestFailure>& failures = results.outcomes[index].failures;
  std::string text = results.failed_seeds(index);
  if (!text.empty()) text += '\n';
  for (const TestFailure& failure : failures) text += failure.text;
  text += "replay: " + results.replay_command(index);
  fmt::print(out, "      <failure message=\"{}\" type=\"{}\">{}</failure>\n",
             printable_xml(std::string_view{text}.substr(0, text.find('\n'))), failures.front().type,
             printable_xml(text));
}

void print_case(std::ostream& out, const TestResults& results, std::size_t index) {
  const format::Scenario& scenario = results.scenarios[index];
  const TestOutcome& outcome = results.outcomes[index];
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
             printable_xml(format::title(scenario)), printable_xml(scenario.file), printable_xml(scenario.file),
             outcome.took.count());
  if (outcome.passed() && !outcome.expects_nothing()) {
    out << "/>\n";
    return;
  }
  out << ">\n";
  if (outcome.skipped) out << "      <skipped message=\"another scenario failed\"/>\n";
  if (outcome.expects_nothing()) out << "      <skipped message=\"no expectations\"/>\n";
  if (!outcome.failures.empty()) print_failure(out, results, index);
  out << "    </testcase>\n";
}

}  // namespace

std::string TestResults::replay_command(std::size_t index) const {
  const std::vector<std::uint64_t>& failed = outcomes[index].failed.seeds;
  return cli::replay_command(scenarios[index], options, failed.empty() ? std::nullopt : std::optional{failed.front()});
}

std::string TestResults::failed_seeds(std::size_t index) const {
  constexpr std::size_t max_named = 20;
  const FailedSeeds& failed = outcomes[index].failed;
  if (failed.seeds.empty()) return {};
  const std::size_t named = std::min(failed.seeds.size(), max_named);
  const std::span<const std::uint64_t> first{failed.seeds.data(), named};
  const std::size_t more = failed.seeds.size() - named;
  return fmt::format("{} of {} {}: {}{}", failed.seeds.size(), counted(failed.tried, "seed"),
                     failed.seeds.size() == 1 ? "fails" : "fail", fmt::join(first, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

Totals TestResults::totals() const {
  Totals totals;
  for (const TestOutcome& outcome : outcomes) {
    totals.expectations += outcome.expectations;
    totals.runs += std::max<std::size_t>(outcome.failed.tried, 1);
    if (outcome.skipped) {
      ++totals.skipped;
    } else if (!outcome.passed()) {
      ++totals.failed;
    } else {
      ++(outcome.expects_nothing() ? totals.idle : totals.passed);
    }
  }
  return totals;
}

void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all) {
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    if (!outcome.skipped && !outcome.passed()) print_failure(out, terminal, results, index);
    if (!all || !outcome.passed()) continue;
    const bool is_idle = outcome.expects_nothing();
    fmt::print(out, "{}   {}\n",
               emphasised(terminal, is_idle ? Emphasis::faint : Emphasis::good, is_idle ? "--" : "ok"),
               printable_title(results.scenarios[index]));
  }
  const Totals totals = results.totals();
  fmt::print(out, "{} passed, {} failed, {} skipped{} ({}, {})\n", totals.passed, totals.failed, totals.skipped,
             totals.idle == 0 ? "" : fmt::format(", {} without expectations", totals.idle), counted(totals.runs, "run"),
             counted(totals.expectations, "expectation"));
}

ordered_json test_document(const TestResults& results) {
  const Totals totals = results.totals();
  auto scenarios = ordered_json::array();
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    scenarios.push_back(outcome_document(results, index));
  }
  return {{"passed", totals.passed},
          {"failed", totals.failed},
          {"skipped", totals.skipped},
          {"withoutExpectations", totals.idle},
          {"runs", totals.runs},
          {"expectations", totals.expectations},
          {"scenarios", std::move(scenarios)}};
}

void print_slowest(std::ostream& out, const TestResults& results, std::size_t count) {
  std::vector<std::size_t> places(results.outcomes.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, std::ranges::greater{},
                           [&](std::size_t place) { return results.outcomes[place].took; });
  places.resize(std::min(places.size(), count));
  for (const std::size_t place : places) {
    fmt::print(out, "slowest: {:.3f}s  {}\n", results.outcomes[place].took.count(),
               printable_title(results.scenarios[place]));
  }
}

void print_tap(std::ostream& out, const TestResults& results) {
  fmt::print(out, "TAP version 14\n1..{}\n", results.outcomes.size());
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    const std::string name = tap_text(printable_title(results.scenarios[index]));
    const char* skipped = outcome.skipped             ? " # SKIP another scenario failed"
                          : outcome.expects_nothing() ? " # SKIP no expectations"
                                                      : "";
    fmt::print(out, "{} {} - {}{}\n", outcome.skipped || outcome.passed() ? "ok" : "not ok", index + 1, name, skipped);
    if (outcome.failures.empty()) continue;
    out << "  ---\n";
    const std::string seeds = results.failed_seeds(index);
    if (!seeds.empty()) out << indented(yaml_text({{"seeds", seeds}}), "  ");
    out << "  failures:\n";
    for (const TestFailure& failure : outcome.failures) out << "    - |\n" << indented(failure.text, "      ");
    out << indented(yaml_text({{"replay", results.replay_command(index)}}), "  ") << "  ...\n";
  }
}

void print_github_annotations(std::ostream& out, const TestResults& results) {
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const format::Scenario& scenario = results.scenarios[index];
    const std::string seeds = results.failed_seeds(index);
    for (const TestFailure& failure : results.outcomes[index].failures) {
      std::string place = "file=" + property(scenario.file);
      if (failure.mark.line > 0) place += fmt::format(",line={},col={}", failure.mark.line, failure.mark.column);
      const std::string text = fmt::format("{}{}{}replay: {}", seeds, seeds.empty() ? "" : "\n", failure.text,
                                           results.replay_command(index));
      fmt::print(out, "::error {},title={}::{}\n", place, property(format::title(scenario)),
                 escaped(api::printable_text(text), ""));
    }
  }
}

void print_junit_refusals(std::ostream& out, const std::vector<api::Problem>& problems) {
  std::map<std::string, std::vector<std::string>> by_file;
  for (const api::Problem& problem : problems) by_file[problem.file].push_back(api::to_string(problem));
  const std::string counts = fmt::format("tests=\"{0}\" failures=\"0\" errors=\"{0}\" skipped=\"0\"", by_file.size());
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::print(out, "<testsuites name=\"podreel\" {}>\n  <testsuite name=\"refused\" {}>\n", counts, counts);
  for (const auto& [file, messages] : by_file) {
    const std::string name = printable_xml(file);
    fmt::print(out, "    <testcase name=\"{0}\" classname=\"{0}\" file=\"{0}\">\n", name);
    fmt::print(out, "      <error message=\"{}\" type=\"scenario\">{}</error>\n    </testcase>\n",
               printable_xml(messages.front()), printable_xml(fmt::format("{}", fmt::join(messages, "\n"))));
  }
  out << "  </testsuite>\n</testsuites>\n";
}

void print_junit(std::ostream& out, const TestResults& results) {
  Suite all;
  for (const TestOutcome& outcome : results.outcomes) all.add(outcome);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::print(out, "<testsuites name=\"podreel\" {}>\n", all.counts(results.outcomes.size()));
  for (const auto& [name, suite] : suites_of(results)) {
    fmt::print(out, "  <testsuite name=\"{}\" {}>\n", printable_xml(name.empty() ? "." : name),
               suite.counts(suite.runs.size()));
    for (const std::size_t index : suite.runs) print_case(out, results, index);
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace podreel::cli

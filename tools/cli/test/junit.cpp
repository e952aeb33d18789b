#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>

#include "engine/api/printable.hpp"
#include "tools/cli/test/test_report.hpp"

namespace podreel::cli {

namespace {

using api::printable_xml;

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

/// All that did not hold, as one failure: its type is that of the first.
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
  const language::Scenario& scenario = results.scenarios[index];
  const TestOutcome& outcome = results.outcomes[index];
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
             printable_xml(language::title(scenario)), printable_xml(scenario.name), printable_xml(scenario.file),
             outcome.took.count());
  if (outcome.passed() && !outcome.expects_nothing()) {
    out << "/>\n";
    return;
  }
  out << ">\n";
  if (outcome.skipped) out << "      <skipped message=\"another failed\"/>\n";
  if (outcome.expects_nothing()) out << "      <skipped message=\"nothing is expected\"/>\n";
  if (!outcome.failures.empty()) print_failure(out, results, index);
  out << "    </testcase>\n";
}

}  // namespace

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

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>

#include "engine/api/printable.hpp"
#include "tools/cli/test_report.hpp"

namespace podreel::cli {

namespace {

using api::printable_xml;

struct Suite {
  std::vector<std::size_t> runs;
  std::size_t failed = 0;
  std::size_t skipped = 0;
};

std::map<std::string, Suite> suites_of(const TestResults& results) {
  std::map<std::string, Suite> suites;
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    Suite& suite = suites[std::filesystem::path{results.scenarios[index].file}.parent_path().string()];
    suite.runs.push_back(index);
    suite.failed += results.outcomes[index].failures.empty() ? 0U : 1U;
    suite.skipped += results.outcomes[index].skipped ? 1U : 0U;
  }
  return suites;
}

void print_case(std::ostream& out, const language::Scenario& scenario, const TestOutcome& outcome,
                const std::string& replay) {
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"", printable_xml(language::title(scenario)),
             printable_xml(scenario.name), printable_xml(scenario.file));
  if (outcome.passed()) {
    out << "/>\n";
    return;
  }
  out << ">\n";
  if (outcome.skipped) out << "      <skipped message=\"another failed\"/>\n";
  for (const auto& [type, text] : outcome.failures) {
    const std::string_view first_line{text.data(), std::min(text.find('\n'), text.size())};
    fmt::print(out, "      <failure message=\"{}\" type=\"{}\">{}&#10;replay: {}</failure>\n",
               printable_xml(first_line), type, printable_xml(text), printable_xml(replay));
  }
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
  const std::map<std::string, Suite> suites = suites_of(results);
  std::size_t failed = 0;
  std::size_t skipped = 0;
  for (const auto& [name, suite] : suites) {
    failed += suite.failed;
    skipped += suite.skipped;
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::print(out, "<testsuites name=\"podreel\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
             results.outcomes.size(), failed, skipped);
  for (const auto& [name, suite] : suites) {
    fmt::print(out, "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
               printable_xml(name.empty() ? "." : name), suite.runs.size(), suite.failed, suite.skipped);
    for (const std::size_t index : suite.runs) {
      print_case(out, results.scenarios[index], results.outcomes[index],
                 replay_command(results.scenarios[index], results.load));
    }
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace podreel::cli

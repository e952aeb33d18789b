#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>

#include "tools/cli/test_report.hpp"

namespace podreel::cli {

namespace {

/// Text inside an attribute or element of XML 1.0; characters that it cannot hold become U+FFFD.
std::string xml_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += "&#10;";
        break;
      default:
        result += static_cast<unsigned char>(character) < 0x20 ? std::string{"\xEF\xBF\xBD"} : std::string{character};
    }
  }
  return result;
}

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
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"", xml_text(language::title(scenario)),
             xml_text(scenario.name), xml_text(scenario.file));
  if (outcome.passed()) {
    out << "/>\n";
    return;
  }
  out << ">\n";
  if (outcome.skipped) out << "      <skipped message=\"another failed\"/>\n";
  for (const auto& [type, text] : outcome.failures) {
    const std::string_view first_line{text.data(), std::min(text.find('\n'), text.size())};
    fmt::print(out, "      <failure message=\"{}\" type=\"{}\">{}&#10;replay: {}</failure>\n", xml_text(first_line),
               type, xml_text(text), xml_text(replay));
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
    const std::string name = xml_text(file);
    fmt::print(out, "    <testcase name=\"{0}\" classname=\"{0}\" file=\"{0}\">\n", name);
    fmt::print(out, "      <error message=\"{}\" type=\"scenario\">{}</error>\n    </testcase>\n",
               xml_text(messages.front()), xml_text(fmt::format("{}", fmt::join(messages, "\n"))));
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
               xml_text(name.empty() ? "." : name), suite.runs.size(), suite.failed, suite.skipped);
    for (const std::size_t index : suite.runs) {
      print_case(out, results.scenarios[index], results.outcomes[index],
                 replay_command(results.scenarios[index], results.load));
    }
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace podreel::cli

#include "tools/cli/test_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "engine/release/release.hpp"
#include "tools/cli/shell_word.hpp"
#include "tools/cli/yaml_text.hpp"

namespace podreel::cli {

namespace {

std::string indented(const std::string& text, std::string_view indent) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) result += fmt::format("{}{}", indent, api::printable_line(text.substr(begin, end - begin)));
    result += '\n';
    begin = end + 1;
  }
  return result;
}

std::string printable_title(const language::Scenario& scenario) {
  return api::printable_line(language::title(scenario));
}

void print_failure(std::ostream& out, const Terminal& terminal, const language::Scenario& scenario,
                   const TestOutcome& outcome, const language::LoadOptions& load) {
  fmt::print(out, "{} {}\n", emphasised(terminal, Emphasis::bad, "FAIL"), printable_title(scenario));
  for (const TestFailure& failure : outcome.failures) out << indented(failure.text, "  ");
  fmt::print(out, "  replay: {}\n\n", api::printable_line(replay_command(scenario, load)));
}

/// In the description of a TAP line.
std::string tap_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '#' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string replay_command(const language::Scenario& scenario, const language::LoadOptions& load) {
  std::string command = "podreel run " + shell_word(scenario.file);
  if (load.kubelet || scenario.variant.contains("kubelet")) {
    command += " --kubelet-version " + release::to_string(scenario.node.kubelet.version);
  }
  if (load.seed) command += fmt::format(" --seed {}", *load.seed);
  if (load.timing) command += fmt::format(" --timing {}", to_string(*load.timing));
  std::map<std::string, std::string> variables = load.variables;
  for (const auto& [name, value] : scenario.variant) {
    if (name != "kubelet") variables[name] = value;
  }
  if (!load.root.empty()) command += " --root " + shell_word(load.root);
  for (const auto& [name, value] : variables) command += " --set " + shell_word(name + "=" + value);
  return command;
}

void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all) {
  std::size_t passed = 0;
  std::size_t skipped = 0;
  std::size_t expectations = 0;
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    const language::Scenario& scenario = results.scenarios[index];
    expectations += outcome.expectations;
    if (outcome.skipped) {
      ++skipped;
    } else if (outcome.passed()) {
      ++passed;
      if (all) fmt::print(out, "{}   {}\n", emphasised(terminal, Emphasis::good, "ok"), printable_title(scenario));
    } else {
      print_failure(out, terminal, scenario, outcome, results.load);
    }
  }
  const std::size_t failed = results.outcomes.size() - passed - skipped;
  fmt::print(out, "{} passed, {} failed, {} skipped ({}, {})\n", passed, failed, skipped,
             counted(results.outcomes.size(), "run"), counted(expectations, "expectation"));
}

void print_tap(std::ostream& out, const TestResults& results) {
  fmt::print(out, "TAP version 14\n1..{}\n", results.outcomes.size());
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    const std::string name = tap_text(printable_title(results.scenarios[index]));
    fmt::print(out, "{} {} - {}{}\n", outcome.skipped || outcome.passed() ? "ok" : "not ok", index + 1, name,
               outcome.skipped ? " # SKIP another failed" : "");
    if (outcome.failures.empty()) continue;
    out << "  ---\n  failures:\n";
    for (const TestFailure& failure : outcome.failures) out << "    - |\n" << indented(failure.text, "      ");
    out << indented(yaml_text({{"replay", replay_command(results.scenarios[index], results.load)}}), "  ") << "  ...\n";
  }
}

}  // namespace podreel::cli

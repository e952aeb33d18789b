#include "tools/cli/test/test_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <span>

#include "engine/api/printable.hpp"
#include "scenarios/batch/choice_list.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_lines.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

std::string indented(const std::string& text, std::string_view indent) {
  std::string result;
  for (const std::string_view line : lines_of(text)) {
    if (!line.empty()) result += fmt::format("{}{}", indent, api::printable_line(line));
    result += '\n';
  }
  return result;
}

std::string printable_title(const language::Scenario& scenario) {
  return api::printable_line(language::title(scenario));
}

/// Choices as --choices reads them, a line each.
void print_choices(std::ostream& out, const FailedSeeds& failed) {
  if (failed.choices.empty()) return;
  fmt::print(out, "  seed {} fails, too, with {} of seed {} (--seed {} --choices FILE):\n", failed.holding,
             counted(failed.choices.size(), "choice"), failed.seeds.front(), failed.holding);
  for (const sim::Choice& choice : failed.choices) {
    fmt::print(out, "    {}\n", api::printable_line(batch::to_json(choice).dump()));
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

/// In the description of a TAP line.
std::string tap_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '#' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

}  // namespace

std::string TestResults::replay_command(std::size_t index) const {
  const std::vector<std::uint64_t>& failed = outcomes[index].failed.seeds;
  return cli::replay_command(scenarios[index], options, failed.empty() ? std::nullopt : std::optional{failed.front()});
}

std::string TestResults::failed_seeds(std::size_t index) const {
  constexpr std::size_t most_named = 20;
  const FailedSeeds& failed = outcomes[index].failed;
  if (failed.seeds.empty()) return {};
  const std::size_t named = std::min(failed.seeds.size(), most_named);
  const std::span<const std::uint64_t> first{failed.seeds.data(), named};
  const std::size_t more = failed.seeds.size() - named;
  return fmt::format("{} of {} {}: {}{}", failed.seeds.size(), counted(failed.tried, "seed"),
                     failed.seeds.size() == 1 ? "fails" : "fail", fmt::join(first, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

void print_text(std::ostream& out, const Terminal& terminal, const TestResults& results, bool all) {
  std::size_t passed = 0;
  std::size_t skipped = 0;
  std::size_t idle = 0;
  std::size_t runs = 0;
  std::size_t expectations = 0;
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    expectations += outcome.expectations;
    runs += std::max<std::size_t>(outcome.failed.tried, 1);
    if (outcome.skipped) {
      ++skipped;
    } else if (!outcome.passed()) {
      print_failure(out, terminal, results, index);
    } else {
      const bool is_idle = outcome.expects_nothing();
      ++(is_idle ? idle : passed);
      const std::string_view mark = is_idle ? "--" : "ok";
      if (all) {
        fmt::print(out, "{}   {}\n", emphasised(terminal, is_idle ? Emphasis::faint : Emphasis::good, mark),
                   printable_title(results.scenarios[index]));
      }
    }
  }
  const std::size_t failed = results.outcomes.size() - passed - skipped - idle;
  fmt::print(out, "{} passed, {} failed, {} skipped{} ({}, {})\n", passed, failed, skipped,
             idle == 0 ? "" : fmt::format(", {} without expectations", idle), counted(runs, "run"),
             counted(expectations, "expectation"));
}

void print_tap(std::ostream& out, const TestResults& results) {
  fmt::print(out, "TAP version 14\n1..{}\n", results.outcomes.size());
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const TestOutcome& outcome = results.outcomes[index];
    const std::string name = tap_text(printable_title(results.scenarios[index]));
    const char* skipped = outcome.skipped             ? " # SKIP another failed"
                          : outcome.expects_nothing() ? " # SKIP nothing is expected"
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

}  // namespace podreel::cli

// GitHub Actions' workflow commands: "::error file=…,line=…,title=…::message".
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <string>
#include <string_view>

#include "engine/api/printable.hpp"
#include "tools/cli/test/test_report.hpp"

namespace podreel::cli {

namespace {

/// What would end a value is written in hexadecimal; `reserved` beside what always is.
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

}  // namespace

void print_github_annotations(std::ostream& out, const TestResults& results) {
  for (std::size_t index = 0; index < results.outcomes.size(); ++index) {
    const language::Scenario& scenario = results.scenarios[index];
    const std::string seeds = results.failed_seeds(index);
    for (const TestFailure& failure : results.outcomes[index].failures) {
      std::string place = "file=" + property(scenario.file);
      if (failure.mark.line > 0) place += fmt::format(",line={},col={}", failure.mark.line, failure.mark.column);
      const std::string text = fmt::format("{}{}{}replay: {}", seeds, seeds.empty() ? "" : "\n", failure.text,
                                           results.replay_command(index));
      fmt::print(out, "::error {},title={}::{}\n", place, property(language::title(scenario)),
                 escaped(api::printable_text(text), ""));
    }
  }
}

}  // namespace podreel::cli

#include "scenarios/checks/explanation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace podreel::format {

namespace {

/// Returns the parts of the description alone.
Explanation description_parts(const std::string& description) {
  constexpr std::string_view exercise_mark = "Try:";
  Explanation parts;
  const std::size_t first = std::min(description.find('\n'), description.size());
  parts.title = description.substr(0, first);
  std::string rest = description.substr(std::min(first + 1, description.size()));
  std::size_t exercise = rest.starts_with(exercise_mark) ? 0 : rest.find("\nTry:");
  if (exercise == std::string::npos) {
    exercise = rest.size();
  } else if (exercise != 0) {
    ++exercise;
  }
  parts.setup = rest.substr(0, exercise);
  parts.exercise = rest.substr(exercise);
  return parts;
}

bool is_lesson(const Scenario& scenario) {
  return scenario.labels.contains("lesson");
}

}  // namespace

Explanation explanation_of(const Scenario& scenario) {
  Explanation parts = description_parts(scenario.description);
  if (!is_lesson(scenario)) return parts;
  for (const Expectation& expectation : scenario.expectations) {
    if (!expectation.because.empty() && applies(expectation, scenario)) parts.statements.push_back(expectation.because);
  }
  return parts;
}

Explanation explanation_of(const Scenario& scenario, const std::vector<Verdict>& verdicts) {
  Explanation parts = description_parts(scenario.description);
  if (!is_lesson(scenario)) return parts;
  for (const Verdict& verdict : verdicts) {
    const std::string& because = verdict.expectation->because;
    if (verdict.held && !because.empty()) parts.statements.push_back(because);
  }
  return parts;
}

std::string text_after_title(const Explanation& explanation) {
  std::string text = explanation.setup;
  if (!explanation.statements.empty()) text += fmt::format("{}\n", fmt::join(explanation.statements, " "));
  return text + explanation.exercise;
}

}  // namespace podreel::format

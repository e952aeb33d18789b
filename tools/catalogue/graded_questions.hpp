// The questions of a scenario, and the answers of its run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/checks/expectation_checker.hpp"

namespace podreel::cli {

struct GradedQuestion {
  const format::Question* question;
  /// Indices of the choices that are correct in this run; not exactly one if the question does not fit the run.
  std::vector<std::size_t> right;

  /// Returns the only correct choice; no value if there is none or more than one.
  [[nodiscard]] std::optional<std::size_t> answer() const;
};

[[nodiscard]] bool is_question(const format::Expectation& expectation);

/// Returns the questions among the verdicts, in the order in which they are asked. The pointers refer to the scenario.
[[nodiscard]] std::vector<GradedQuestion> graded_questions(const std::vector<format::Verdict>& verdicts);

/// Returns 'b' for the second choice.
[[nodiscard]] char letter_of(std::size_t choice);

/// Returns the question and its choices on separate lines of `width` columns that begin with `indent` spaces.
[[nodiscard]] std::string question_text(const format::Question& question, std::size_t indent, std::size_t width);

/// Returns the correct choice and its explanation on lines of `width` columns that begin with `indent` spaces.
[[nodiscard]] std::string answer_text(const GradedQuestion& asked, std::size_t indent, std::size_t width);

}  // namespace podreel::cli

// What a scenario asks before it shows, and what its run answers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/checks/expectation_checker.hpp"

namespace podreel::cli {

struct AskedQuestion {
  const language::Question* question;
  /// Places of the choices that the run shows to be right: one, or this run is not what the question is about.
  std::vector<std::size_t> right;

  /// The one right choice; nothing where there is none, or more than one.
  [[nodiscard]] std::optional<std::size_t> answer() const;
};

[[nodiscard]] bool is_question(const language::Expectation& expectation);

/// Those among the verdicts, in the order in which they are asked. They point into the scenario.
[[nodiscard]] std::vector<AskedQuestion> asked_questions(const std::vector<language::Verdict>& verdicts);

/// "b" for the second choice.
[[nodiscard]] char letter_of(std::size_t choice);

/// The question and its choices, each on lines of its own that begin with `indent` spaces.
[[nodiscard]] std::string question_text(const language::Question& question, std::size_t indent);

/// The right choice and why it is right, likewise.
[[nodiscard]] std::string answer_text(const AskedQuestion& asked, std::size_t indent);

}  // namespace podreel::cli

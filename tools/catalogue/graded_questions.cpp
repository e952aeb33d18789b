#include "tools/catalogue/graded_questions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <variant>

#include "engine/api/printable.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

namespace {

std::string paragraph(std::string_view text, std::size_t indent, std::size_t width) {
  return std::string(indent, ' ') + wrapped(api::printable_line(text), indent, width) + '\n';
}

/// Formats a choice as "a) At once.", with further lines aligned under its first word.
std::string choice_text(const format::Question& question, std::size_t choice, std::size_t indent, std::size_t width) {
  constexpr std::size_t letter_width = 3;
  return fmt::format("{}{}) {}\n", std::string(indent, ' '), letter_of(choice),
                     wrapped(api::printable_line(question.choices[choice].answer), indent + letter_width, width));
}

}  // namespace

std::optional<std::size_t> GradedQuestion::answer() const {
  if (right.size() != 1) return std::nullopt;
  return right.front();
}

bool is_question(const format::Expectation& expectation) {
  return std::holds_alternative<format::Question>(expectation.what);
}

std::vector<GradedQuestion> graded_questions(const std::vector<format::Verdict>& verdicts) {
  std::vector<GradedQuestion> asked;
  for (const format::Verdict& verdict : verdicts) {
    const auto* question = std::get_if<format::Question>(&verdict.expectation->what);
    if (question != nullptr) asked.push_back({question, verdict.right});
  }
  std::ranges::stable_sort(asked, {}, [](const GradedQuestion& one) { return one.question->at; });
  return asked;
}

char letter_of(std::size_t choice) {
  return static_cast<char>('a' + choice);
}

std::string question_text(const format::Question& question, std::size_t indent, std::size_t width) {
  std::string text = paragraph(question.ask, indent, width);
  for (std::size_t choice = 0; choice < question.choices.size(); ++choice) {
    text += choice_text(question, choice, indent + 2, width);
  }
  return text;
}

std::string answer_text(const GradedQuestion& asked, std::size_t indent, std::size_t width) {
  const auto answer = asked.answer();
  if (!answer) return paragraph("In this run, none of these answers is correct, or more than one.", indent, width);
  return choice_text(*asked.question, *answer, indent, width) +
         paragraph(asked.question->choices[*answer].because, indent + 3, width);
}

}  // namespace podreel::cli

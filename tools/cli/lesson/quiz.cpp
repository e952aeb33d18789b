#include "tools/cli/lesson/quiz.hpp"

#include <fmt/ostream.h>
#include <string_view>

#include "engine/api/ascii.hpp"
#include "engine/api/trimmed.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/cli/run/explanation_width.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t indent = 2;

/// Parses "b", "B" or "2".
std::optional<std::size_t> choice_of(std::string_view line, std::size_t choices) {
  if (line.size() != 1) return std::nullopt;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    const char number = static_cast<char>('1' + choice);
    if (api::to_lower(line.front()) == letter_of(choice) || line.front() == number) return choice;
  }
  return std::nullopt;
}

std::string reason(const format::Choice& choice, std::size_t width) {
  return std::string(indent, ' ') + wrapped(choice.because, indent, width) + '\n';
}

}  // namespace

Quiz::Quiz(const std::vector<GradedQuestion>& questions, const std::vector<trace::Record>& records, sim::Time start,
           Context& context)
    : questions_{questions},
      records_{records},
      start_{start},
      context_{context},
      timeline_{context.out,
                start,
                {.colour = context.out_terminal.colour, .width = explanation_width(context.out_terminal)}} {}

bool Quiz::play(StepInput& input) {
  for (std::size_t index = 0; index < questions_.size(); ++index) {
    const format::Question& question = *questions_[index].question;
    if (show_until(start_ + question.at)) context_.out << '\n';
    const std::string title =
        fmt::format("Question {} of {}, at {}:", index + 1, questions_.size(), format::duration_text(question.at));
    context_.out << emphasised(context_.out_terminal, Emphasis::strong, title) << '\n';
    context_.out << question_text(question, indent, width());
    const auto chosen = read_choice(question, input);
    if (!chosen) {
      context_.out << '\n';
      print_count(index);
      return false;
    }
    judge(questions_[index], *chosen);
  }
  if (show_until(sim::Time::max())) context_.out << '\n';
  print_count(questions_.size());
  return true;
}

std::optional<std::size_t> Quiz::read_choice(const format::Question& question, StepInput& input) const {
  const std::string accepted = fmt::format("a to {}, or q to quit", letter_of(question.choices.size() - 1));
  context_.out << fmt::format("Your answer ({}):{}", accepted, context_.out_terminal.is_terminal ? " " : "\n");
  context_.out.flush();
  while (const auto line = input.next()) {
    const std::string_view answer = api::trimmed(*line);
    if (answer == "q") return std::nullopt;
    if (const auto choice = choice_of(answer, question.choices.size())) return choice;
    fmt::print(context_.diagnostics, "accepted: {}\n", accepted);
  }
  return std::nullopt;
}

void Quiz::judge(const GradedQuestion& asked, std::size_t chosen) {
  const auto answer = asked.answer();
  if (!answer) {
    context_.out << answer_text(asked, indent, width()) << '\n';
    return;
  }
  ++judged_;
  const bool is_right = chosen == *answer;
  if (is_right) ++right_;
  const std::string_view said = is_right ? "Right." : "No.";
  context_.out << emphasised(context_.out_terminal, is_right ? Emphasis::good : Emphasis::bad, said) << '\n'
               << reason(asked.question->choices[chosen], width());
  if (!is_right) context_.out << "Correct answer:\n" << answer_text(asked, indent, width());
  context_.out << '\n';
}

bool Quiz::show_until(sim::Time time) {
  const std::size_t before = shown_;
  while (shown_ < records_.size() && records_[shown_].time < time) timeline_.write(records_[shown_++]);
  return shown_ > before;
}

void Quiz::print_count(std::size_t asked) const {
  context_.out << fmt::format("{} of {} correct", right_, counted(judged_, "answer"));
  if (asked < questions_.size()) context_.out << fmt::format(", {} of {} asked", asked, questions_.size());
  context_.out << ".\n";
}

}  // namespace podreel::cli

#include "tools/cli/lesson/played_lesson.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "scenarios/checks/explanation.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/cli/lesson/exercise.hpp"
#include "tools/cli/lesson/quiz.hpp"
#include "tools/cli/run/shown_run.hpp"
#include "tools/cli/run/step_history.hpp"
#include "tools/cli/run/step_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/pages/run/run_page.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t question_indent = 3;

/// Prints the expectations of the lesson that fail in this run, for example with another kubelet or seed.
void print_unmet(std::ostream& out, const format::Scenario& scenario, const simulation::CheckedRun& run) {
  std::string unmet;
  std::size_t expectations = 0;
  std::size_t count = 0;
  for (const format::Verdict& verdict : run.verdicts) {
    if (is_question(*verdict.expectation)) continue;
    ++expectations;
    if (verdict.held) continue;
    ++count;
    unmet += format::render_verdict(verdict, scenario, run.result.started_at);
  }
  if (count == 0) return;
  out << fmt::format("\n{} of {} of this lesson {} not hold in this run with kubelet {}:\n{}", count,
                     counted(expectations, "expectation"), count == 1 ? "does" : "do",
                     release::to_string(scenario.node.kubelet.version), unmet);
}

/// Prints the title and what the lesson begins with.
void print_beginning(const format::Scenario& scenario, const format::Explanation& explanation,
                     const LessonOptions& options, Context& context) {
  const std::size_t width = text_width(context.out_terminal);
  const std::string title = fmt::format("Lesson {} of {}", options.number, lessons().size());
  context.out << emphasised(context.out_terminal, Emphasis::strong, title) << "\n\n"
              << wrapped(first_line(scenario.description), 0, width) << '\n'
              << wrapped_paragraphs(explanation.setup, width);
}

/// Prints the sentences that this run has shown, and the exercise.
void print_explanation(const format::Explanation& explanation, Context& context) {
  const std::size_t width = text_width(context.out_terminal);
  if (!explanation.statements.empty()) {
    context.out << fmt::format("\nWhat this run shows:\n{}\n",
                               wrapped(fmt::format("{}", fmt::join(explanation.statements, " ")), 0, width));
  }
  if (!explanation.exercise.empty()) context.out << '\n' << wrapped_paragraphs(explanation.exercise, width);
}

void print_next(const LessonOptions& options, Context& context) {
  if (options.number < lessons().size()) context.out << fmt::format("\nNext: podreel lesson {}\n", options.number + 1);
}

/// Replaces the start of the indentation of `text` by a number.
std::string numbered(std::size_t index, std::string text) {
  const std::string number = fmt::format("{}. ", index + 1);
  return text.replace(0, number.size(), number);
}

void print_questions(const std::vector<GradedQuestion>& questions, Context& context) {
  context.out << "\nBefore you look:\n";
  for (std::size_t index = 0; index < questions.size(); ++index) {
    context.out << numbered(
        index, question_text(*questions[index].question, question_indent, text_width(context.out_terminal)));
  }
}

void print_answers(const std::vector<GradedQuestion>& questions, Context& context) {
  context.out << "Answers:\n";
  for (std::size_t index = 0; index < questions.size(); ++index) {
    context.out << numbered(index, answer_text(questions[index], question_indent, text_width(context.out_terminal)));
  }
}

/// Returns what `print` writes to the output of a context like this one.
template <class Print>
std::string text_of(const Context& context, const Print& print) {
  std::ostringstream text;
  Context into{.out = text,
               .diagnostics = context.diagnostics,
               .out_terminal = context.out_terminal,
               .diagnostics_terminal = context.diagnostics_terminal};
  print(into);
  return std::move(text).str();
}

/// Returns the number of lines for a run between these texts, so that the lesson fits on some screens. No value: all.
std::optional<std::size_t> run_lines_between(const std::string& before, const std::string& after,
                                             const LessonOptions& options) {
  if (options.full || options.run.explain) return std::nullopt;
  constexpr std::ptrdiff_t max_lines = 88;
  const std::ptrdiff_t used = std::ranges::count(before, '\n') + std::ranges::count(after, '\n');
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(max_lines - used, 0));
}

}  // namespace

void play_lesson(const format::Scenario& scenario, const LessonOptions& options, Context& context) {
  const simulation::CheckedRun run = simulation::run_and_check(scenario);
  const std::vector<GradedQuestion> questions = graded_questions(run.verdicts);
  const format::Explanation explanation = format::explanation_of(scenario, run.verdicts);
  const std::string before = text_of(context, [&](Context& into) {
    print_beginning(scenario, explanation, options, into);
    print_questions(questions, into);
    into.out << '\n';
  });
  const std::string after = text_of(context, [&](Context& into) {
    print_answers(questions, into);
    print_explanation(explanation, into);
    print_exercise_commands(options, into);
    print_unmet(into.out, scenario, run);
    print_next(options, into);
  });
  context.out << before;
  if (options.run.step) {
    step_through(scenario, options.run, context);
  } else {
    show_run(scenario, options.run, context, false, run_lines_between(before, after, options));
  }
  if (options.run.watch) context.out << '\n';
  context.out << after;
}

void quiz_on_lesson(const format::Scenario& scenario, const LessonOptions& options, Context& context) {
  StepHistory history{false};
  simulation::ReplayOptions replay;
  replay.explain = options.run.explain;
  replay.sinks = {&history};
  const simulation::CheckedRun run = simulation::run_and_check(scenario, replay);
  const std::vector<GradedQuestion> questions = graded_questions(run.verdicts);
  const format::Explanation explanation = format::explanation_of(scenario, run.verdicts);
  print_beginning(scenario, explanation, options, context);
  context.out << '\n';
  Quiz quiz{questions, history.records(), run.result.started_at, context};
  if (!quiz.play(*standard_lines())) return;
  print_explanation(explanation, context);
  print_exercise_commands(options, context);
  print_unmet(context.out, scenario, run);
  print_next(options, context);
}

void write_lesson_page(const format::Scenario& scenario, const LessonOptions& options, Context& context) {
  OutputFile file{*options.report};
  const std::string command = fmt::format("podreel lesson {}{}", options.number, replay_arguments(options.run));
  print_run_page(file.stream(), scenario, command);
  file.commit();
  print_unmet(context.diagnostics, scenario, simulation::run_and_check(scenario));
}

}  // namespace podreel::cli

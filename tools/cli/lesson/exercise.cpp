#include "tools/cli/lesson/exercise.hpp"

#include <fmt/format.h>

#include "scenarios/format/exercise.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

const CatalogueEntry& lesson_of(const LessonOptions& options) {
  return lessons()[options.number - 1];
}

std::vector<format::Expectation> exercise_of(const CatalogueEntry& lesson) {
  const std::string file = path_of(lesson);
  return format::load_exercise(api::load_documents(lesson.text, file), file);
}

/// Loads the reader's scenario, with the expectations of the exercise. Its file is that of the lesson, to which their
/// positions refer.
format::Scenario load_solution(const LessonOptions& options, Context& context) {
  RunOptions run = options.run;
  run.files = {*options.solution};
  format::Scenario solution = load_one_run(run, "a solution is one run", context);
  solution.file = path_of(lesson_of(options));
  solution.expectations = exercise_of(lesson_of(options));
  return solution;
}

}  // namespace

void print_exercise_commands(const LessonOptions& options, Context& context) {
  if (exercise_of(lesson_of(options)).empty()) return;
  context.out << fmt::format(
      "  podreel lesson {0} --source > mine.yaml\n"
      "  podreel lesson {0} --check mine.yaml\n",
      options.number);
}

ExitCode check_solution(const LessonOptions& options, Context& context) {
  const format::Scenario solution = load_solution(options, context);
  if (solution.expectations.empty()) throw BadInput{fmt::format("lesson {} has no exercise", options.number)};
  const simulation::CheckedRun run = simulation::run_and_check(solution);
  std::string unmet;
  std::size_t held = 0;
  for (const format::Verdict& verdict : run.verdicts) {
    if (verdict.held) {
      ++held;
    } else {
      unmet += format::render_verdict(verdict, solution, run.result.started_at);
    }
  }
  const bool is_solved = held == run.verdicts.size();
  context.out << emphasised(context.out_terminal, is_solved ? Emphasis::good : Emphasis::bad,
                            is_solved ? "Solved." : "Not solved yet.")
              << fmt::format(" {} of {} held.\n", held, counted(run.verdicts.size(), "expectation"));
  if (!is_solved) context.out << '\n' << unmet;
  return is_solved ? ExitCode::ok : ExitCode::difference;
}

}  // namespace podreel::cli

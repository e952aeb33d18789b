// `podreel lesson N --check FILE`.
#pragma once

#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/lesson/played_lesson.hpp"

namespace podreel::cli {

/// Prints the commands for the exercise of a lesson; nothing if it has none.
void print_exercise_commands(const LessonOptions& options, Context& context);

/// Runs the scenario in `options.solution` and checks the expectations of the lesson's exercise instead of its own.
/// Returns ExitCode::difference if one fails. Throws BadInput if the lesson has no exercise.
[[nodiscard]] ExitCode check_solution(const LessonOptions& options, Context& context);

}  // namespace podreel::cli

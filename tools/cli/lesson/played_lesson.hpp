// The ways in which a lesson is shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

struct LessonOptions {
  /// 1 for the first.
  std::size_t number = 0;
  bool source = false;
  bool quiz = false;
  /// Where its page is written.
  std::optional<std::string> report;
  RunOptions run;
};

/// Prints its questions, what to look at, its run, and the answers; and what of it this run does not show.
void play_lesson(const language::Scenario& scenario, const LessonOptions& options, Context& context);

/// The same, but stops at each question and reads the answer from standard input.
void quiz_on_lesson(const language::Scenario& scenario, const LessonOptions& options, Context& context);

/// Writes the page of its run to `options.report`; what this run does not show goes to standard error.
void write_lesson_page(const language::Scenario& scenario, const LessonOptions& options, Context& context);

}  // namespace podreel::cli

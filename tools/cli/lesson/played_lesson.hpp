// The output of lessons.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

struct LessonOptions {
  /// Starts at 1.
  std::size_t number = 0;
  bool source = false;
  bool quiz = false;
  /// Show all records, also those that repeat earlier ones.
  bool full = false;
  /// Output file of its page.
  std::optional<std::string> report;
  /// File with the reader's solution of its exercise.
  std::optional<std::string> solution;
  /// Output file of the guided walk.
  std::optional<std::string> walk;
  /// Address of a playground that the walk links to; may be empty.
  std::string playground;
  RunOptions run;
};

/// Prints the questions, what to look at, the run, the answers, and the expectations that fail in this run.
void play_lesson(const format::Scenario& scenario, const LessonOptions& options, Context& context);

/// Plays the lesson, but stops at each question and reads the answer from standard input.
void quiz_on_lesson(const format::Scenario& scenario, const LessonOptions& options, Context& context);

/// Writes the page of the run to `options.report`; expectations that fail are printed on standard error.
void write_lesson_page(const format::Scenario& scenario, const LessonOptions& options, Context& context);

}  // namespace podreel::cli

// `podreel lesson N --quiz`.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/text_timeline.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/run/step_input.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

/// Shows a timeline up to each question, asks it, grades the answer, explains it, and counts correct answers.
class Quiz {
 public:
  /// `start` is the start time of the scenario. Questions and records must outlive the quiz.
  Quiz(const std::vector<GradedQuestion>& questions, const std::vector<trace::Record>& records, sim::Time start,
       Context& context);

  /// Runs until everything is asked and shown (true) or the input ends (false), and prints the number of correct
  /// answers.
  bool play(StepInput& input);

 private:
  /// Reads a letter or the number of a choice; no value: the reader ends the quiz.
  [[nodiscard]] std::optional<std::size_t> read_choice(const format::Question& question, StepInput& input) const;
  void judge(const GradedQuestion& asked, std::size_t chosen);
  /// Shows the records until `time`; returns whether there were any.
  bool show_until(sim::Time time);
  /// Number of columns of texts.
  [[nodiscard]] std::size_t width() const noexcept { return text_width(context_.out_terminal); }
  void print_count(std::size_t asked) const;

  const std::vector<GradedQuestion>& questions_;
  const std::vector<trace::Record>& records_;
  sim::Time start_;
  Context& context_;
  trace::TextTimeline timeline_;
  std::size_t shown_ = 0;
  std::size_t right_ = 0;
  /// Number of graded answers.
  std::size_t judged_ = 0;
};

}  // namespace podreel::cli

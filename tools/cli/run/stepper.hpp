// `podreel run --step`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/cli/command/verb.hpp"
#include "tools/cli/run/step_command.hpp"
#include "tools/cli/run/step_history.hpp"
#include "tools/cli/run/step_input.hpp"

namespace podreel::cli {

/// Shows a run record by record, forwards and backwards; the output does not depend on the direction.
class Stepper {
 public:
  /// `start` is the start time of the scenario.
  Stepper(const StepHistory& history, sim::Time start, bool wide, Context& context);

  /// Executes commands until the reader quits or the input ends.
  void obey(StepInput& input);

 private:
  void show() const;
  /// Number of columns of the terminal; 80 if it is not known.
  [[nodiscard]] std::size_t width() const noexcept;
  void print_record(const trace::Record& record) const;
  [[nodiscard]] std::string wrapped_lines(std::string_view text) const;
  void go(const StepCommand& command);
  void search(const StepCommand& command);
  [[nodiscard]] std::string format_record(const trace::Record& record) const;
  /// Returns the record to move to, limited to the first and the last.
  [[nodiscard]] std::size_t target(const StepCommand& command) const;

  const StepHistory& history_;
  sim::Time start_;
  bool wide_;
  Context& context_;
  std::size_t at_ = 0;
  std::string searched_;
};

}  // namespace podreel::cli

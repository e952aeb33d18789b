// Input of the commands of `podreel run --step`.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

class StepInput {
 public:
  virtual ~StepInput() = default;
  /// Waits for the next command, in the format of step_command.hpp; no value at the end of the input.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;
};

/// Returns the lines of standard input, even if it is a terminal.
[[nodiscard]] std::unique_ptr<StepInput> standard_lines();

/// Returns the keys of the terminal if standard input is one, otherwise its lines. The last line of the terminal shows
/// the accepted keys, or the typed text.
[[nodiscard]] std::unique_ptr<StepInput> standard_step_input(Context& context);

}  // namespace podreel::cli

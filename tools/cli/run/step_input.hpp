// Where the commands of `podreel run --step` come from.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

class StepInput {
 public:
  virtual ~StepInput() = default;
  /// Waits for the next command, as step_command.hpp reads it; nothing when there are no more.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;
};

/// The lines of standard input, also those of a terminal.
[[nodiscard]] std::unique_ptr<StepInput> standard_lines();

/// The keys of the terminal if standard input is one, else its lines. Below what a terminal shows stand the keys that
/// it takes, or what is typed.
[[nodiscard]] std::unique_ptr<StepInput> standard_step_input(Context& context);

}  // namespace podreel::cli

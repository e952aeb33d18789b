// Where the commands of `podreel run --step` come from.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace podreel::cli {

class StepInput {
 public:
  virtual ~StepInput() = default;
  /// Waits for the next command, as step_command.hpp reads it; nothing when there are no more.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;
};

/// The keys of the terminal if standard input is one, else its lines.
[[nodiscard]] std::unique_ptr<StepInput> standard_step_input();

}  // namespace podreel::cli

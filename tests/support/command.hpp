// Running the podreel command as its users run it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace podreel::testing {

struct CommandResult {
  /// The exit code, or -1 if a signal ended the command.
  int exit_code = -1;
  /// The signal that ended it, or 0.
  int signal = 0;
  std::string out;
  std::string err;
};

struct CommandInput {
  /// What stands on standard input; it ends after that.
  std::string standard_input{};
  /// Set besides the environment of the tests; NO_COLOR and the like are told here.
  std::map<std::string, std::string> environment{};
  /// Shell text after the command, such as "> /dev/full".
  std::string redirection{};
};

/// Runs `podreel ARGUMENTS…` in the repository's root.
[[nodiscard]] CommandResult run_podreel(const std::vector<std::string>& arguments, const CommandInput& input = {});

/// Runs a line of bash in the repository's root, with this build's podreel first in PATH.
[[nodiscard]] CommandResult run_shell(const std::string& line, const CommandInput& input = {});

/// Whether `part` stands in what a command printed.
[[nodiscard]] inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace podreel::testing

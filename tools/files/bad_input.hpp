// Errors in the input or the command line.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::cli {

/// Ends the command with exit code 2. Thrown by verbs, and caught in command_line.cpp and by verbs that continue.
class BadInput : public std::runtime_error {
 public:
  /// A sentence about the command line, without a full stop.
  explicit BadInput(const std::string& message) : std::runtime_error{message} {}

  /// Problems of input files, each a line "file:line:column: path: message".
  explicit BadInput(const std::vector<api::Problem>& problems);

  /// Returns whether the message has positions, and so needs no prefix "podreel VERB:".
  [[nodiscard]] bool has_positions() const noexcept { return has_positions_; }

 private:
  bool has_positions_ = false;
};

/// Prints a message, which may have several lines, each after "WHO: " unless `who` is empty.
void print_message(std::ostream& out, const std::string& who, const std::string& message);

/// Prints the message of an error; `command` is the name of the verb, such as "podreel test".
void print(std::ostream& out, const BadInput& error, const std::string& command);

}  // namespace podreel::cli

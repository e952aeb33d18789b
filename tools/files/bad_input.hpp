// The input or the command line is wrong.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::cli {

/// Ends the command with exit code 2. Thrown by verbs, caught in command_line.cpp only.
class BadInput : public std::runtime_error {
 public:
  /// A sentence about the command line, without a full stop.
  explicit BadInput(const std::string& message) : std::runtime_error{message} {}

  /// What is wrong with input files: each a line "file:line:column: path: message".
  explicit BadInput(const std::vector<api::Problem>& problems);

  /// True where the message names its own positions and needs no "podreel VERB:" before it.
  [[nodiscard]] bool has_positions() const noexcept { return has_positions_; }

 private:
  bool has_positions_ = false;
};

}  // namespace podreel::cli

// Properties of output terminals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::cli {

struct Terminal {
  bool is_terminal = false;
  /// Whether it is a terminal with colours and NO_COLOR is not set (no-color.org).
  bool colour = false;
  /// Number of columns; 0 for a file or a pipe, whose lines are not limited.
  int width = 0;
};

/// Returns the terminal of STDOUT_FILENO or STDERR_FILENO.
[[nodiscard]] Terminal terminal_of(int descriptor);

/// The meaning of a piece of text, which determines its colour.
enum class Emphasis : std::uint8_t { strong, faint, good, warning, bad, name };

/// Returns `text` coloured by its meaning if `terminal` has colours, otherwise unchanged.
[[nodiscard]] std::string emphasised(const Terminal& terminal, Emphasis emphasis, std::string_view text);

}  // namespace podreel::cli

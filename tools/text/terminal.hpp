// What the other end of an output stream is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::cli {

struct Terminal {
  bool is_terminal = false;
  /// A terminal that shows colours, and NO_COLOR is not set (no-color.org).
  bool colour = false;
  /// Columns; 0 where lines have no end: a file or a pipe.
  int width = 0;
};

/// `descriptor`: STDOUT_FILENO or STDERR_FILENO.
[[nodiscard]] Terminal terminal_of(int descriptor);

/// What a piece of text means to its reader.
enum class Emphasis : std::uint8_t { strong, faint, good, warning, bad, name };

/// `text`, coloured for its meaning where `terminal` shows colours, and unchanged elsewhere.
[[nodiscard]] std::string emphasised(const Terminal& terminal, Emphasis emphasis, std::string_view text);

}  // namespace podreel::cli

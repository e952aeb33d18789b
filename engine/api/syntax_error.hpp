// Why reading a file had to stop.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/api/document.hpp"

namespace podreel::api {

/// Thrown inside the readers of YAML and JSON; leaves them as a Problem.
struct SyntaxError {
  Mark mark;
  /// The path of the value being read; may be empty.
  std::string path;
  std::string message;
};

/// Number of bytes of the input that a message shows.
inline constexpr std::size_t max_shown = 80;

/// `text` for a message: what is longer than `max_length` bytes is cut, between characters, and ends in "…".
[[nodiscard]] std::string cut(std::string_view text, std::size_t max_length);
/// Cuts the input at `max_shown`.
[[nodiscard]] std::string abbreviated(std::string_view text);

}  // namespace podreel::api

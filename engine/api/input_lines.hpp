// The lines of a file that is too long to be held.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/input_file.hpp"

namespace podreel::api {

/// Reads within `input_limits`.
class InputLines {
 public:
  explicit InputLines(InputFile& input) : input_{input} {}

  /// The next line that is not blank, without its end, valid until the next one is asked for; nothing at the end of the
  /// file, and at a `problem()`.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Number of the last line, from 1.
  [[nodiscard]] int number() const noexcept { return number_; }
  /// Number of bytes read so far.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// Problem that stopped the reading, without the file's name.
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  /// The next line, blank or not.
  std::optional<std::string_view> any_line();
  bool read_more();

  InputFile& input_;
  std::string text_;
  /// Where the next line begins in `text_`.
  std::size_t at_ = 0;
  std::size_t bytes_ = 0;
  int number_ = 0;
  std::optional<Problem> problem_;
};

}  // namespace podreel::api

#include "engine/api/input_lines.hpp"

#include <fmt/format.h>

namespace podreel::api {

std::optional<std::string_view> InputLines::next() {
  while (const std::optional<std::string_view> line = any_line()) {
    if (line->find_first_not_of(" \t\r") != std::string_view::npos) return line;
  }
  return std::nullopt;
}

std::optional<std::string_view> InputLines::any_line() {
  std::size_t searched = at_;
  std::size_t end = text_.find('\n', searched);
  while (end == std::string::npos && !problem_) {
    searched = text_.size() - at_;
    if (!read_more()) break;
    end = text_.find('\n', searched);
  }
  if (problem_ || at_ == text_.size()) return std::nullopt;
  ++number_;
  const std::string_view line = std::string_view{text_}.substr(at_, end - at_);
  at_ += line.size() + (end == std::string::npos ? 0 : 1);
  if (line.size() <= input_limits.line_bytes) return line;
  problem_ = {"", {number_, 1}, "", fmt::format("longer than {} MiB", input_limits.line_bytes / InputLimits::mebi)};
  return std::nullopt;
}

/// Keeps the line that is being read only.
bool InputLines::read_more() {
  text_.erase(0, at_);
  at_ = 0;
  const std::size_t before = text_.size();
  if (before > input_limits.line_bytes) return false;
  const bool has_more = input_.read(text_, input_block);
  bytes_ += text_.size() - before;
  if (input_.problem()) problem_ = {"", {}, "", *input_.problem()};
  if (bytes_ > input_limits.lines_bytes) {
    problem_ = {"",
                {number_ + 1, 1},
                "",
                fmt::format("the file is larger than {} MiB, the limit for JSON Lines",
                            input_limits.lines_bytes / InputLimits::mebi)};
  }
  return has_more && !problem_;
}

}  // namespace podreel::api

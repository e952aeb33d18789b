#include "engine/manifests/log_sections.hpp"

#include <utility>

namespace podreel::manifests {

namespace {

constexpr std::string_view mark = "====";
constexpr std::string_view begin = "==== START logs for container ";
constexpr std::string_view end = "==== END logs for container ";

}  // namespace

std::string LogSections::remove(std::string_view piece) {
  kept_ += piece;
  const bool has_section = is_inside_ || kept_.starts_with(mark) || kept_.find("\n====") != std::string::npos;
  const std::size_t last_line = kept_.rfind('\n') + 1;
  const bool may_begin = mark.starts_with(std::string_view{kept_}.substr(last_line, mark.size()));
  if (has_section) return take_lines();
  if (!may_begin) return std::exchange(kept_, {});
  std::string rest = kept_.substr(last_line);
  kept_.resize(last_line);
  return std::exchange(kept_, std::move(rest));
}

std::string LogSections::take_lines() {
  std::string text;
  std::size_t at = 0;
  for (std::size_t next = kept_.find('\n'); next != std::string::npos; next = kept_.find('\n', at)) {
    const std::string_view line = std::string_view{kept_}.substr(at, next - at);
    if (line.starts_with(begin)) is_inside_ = true;
    if (!is_inside_) text += line;
    text += '\n';
    // A log may end without a line end.
    if (line.find(end) != std::string_view::npos) is_inside_ = false;
    at = next + 1;
  }
  kept_.erase(0, at);
  return text;
}

std::string LogSections::finish() {
  const bool is_section = is_inside_ || kept_.starts_with(begin) || kept_.starts_with(end);
  return is_section ? std::string{} : std::exchange(kept_, {});
}

}  // namespace podreel::manifests

#include "engine/sync/container_log_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::sync {

std::string first_log_line(std::string_view container, std::int64_t attempt) {
  return fmt::format("{} starts, attempt {}", container, attempt);
}

std::vector<std::string> last_log_lines(std::string_view container, std::string_view message, std::int64_t exit_code) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    lines.emplace_back(message.substr(begin, end - begin));
    begin = end + 1;
  }
  lines.push_back(fmt::format("{} exits with {}", container, exit_code));
  return lines;
}

}  // namespace podreel::sync

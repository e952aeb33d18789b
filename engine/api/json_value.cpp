#include "engine/api/json_value.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <optional>

#include "engine/api/document_text.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::api {

namespace {

/// The brackets and commas of a text, which need not be JSON.
class Shape {
 public:
  /// Throws where they go beyond a limit.
  void check(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char character = text[at];
      if (in_string_) {
        if (character == '\\') ++at;
        in_string_ = character != '"';
      } else if (character == '"') {
        in_string_ = true;
      } else if (!count(character)) {
        throw SyntaxError{mark_at(text, at), "",
                          depth_ > input_limits.depth
                              ? fmt::format("lists and maps are nested deeper than {}", input_limits.depth)
                              : fmt::format("more than {} values in one line", input_limits.values)};
      }
    }
  }

 private:
  bool count(char character) {
    if (character == '{' || character == '[') {
      ++depth_;
      ++values_;
    } else if (character == '}' || character == ']') {
      if (depth_ > 0) --depth_;
    } else if (character == ',') {
      ++values_;
    }
    return depth_ <= input_limits.depth && values_ <= input_limits.values;
  }

  bool in_string_ = false;
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

nlohmann::json read_json_value(std::string_view text) {
  if (std::optional<SyntaxError> error = check_text(text)) throw *std::move(error);
  Shape{}.check(text);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw SyntaxError{mark_at(text, error.byte == 0 ? 0 : error.byte - 1), "", "parse error: " + reason_of(error)};
  } catch (const nlohmann::json::out_of_range& error) {
    throw SyntaxError{{1, 1}, "", "parse error: " + reason_of(error)};
  }
}

std::string reason_of(const nlohmann::json::exception& error) {
  constexpr std::string_view reading = "; last read: '";
  std::string_view text = error.what();
  constexpr std::string_view end_of_number = "] ";
  const std::size_t syntax = text.find("syntax error");
  text.remove_prefix(syntax != std::string_view::npos ? syntax : text.find(end_of_number) + end_of_number.size());
  const std::size_t read = text.find(reading);
  const std::size_t read_end = text.rfind('\'');
  if (read == std::string_view::npos || read_end <= read + reading.size()) return abbreviated(text);
  const std::size_t start = read + reading.size();
  return fmt::format("{}; found '{}{}", text.substr(0, read), abbreviated(text.substr(start, read_end - start)),
                     text.substr(read_end));
}

}  // namespace podreel::api

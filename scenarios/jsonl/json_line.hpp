// One line of a JSON Lines file, and the problems that it may have.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/json_value.hpp"
#include "engine/api/syntax_error.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::jsonl {

/// The problem of a line, with the `id` of its object, if it has one.
[[nodiscard]] api::Problem problem_of(const FormatError& error, const nlohmann::json& object, const std::string& file,
                                      int line);
[[nodiscard]] api::Problem problem_of(const api::SyntaxError& error, const std::string& file, int line);

/// Parses line `line` of `file` as JSON and returns what `read` makes of it. Appends a problem and returns nothing if
/// the line is not JSON or `read` throws FormatError.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, std::vector<api::Problem>& problems,
               const Read& read) -> std::optional<decltype(read(std::declval<JsonField>()))> {
  nlohmann::json json;
  try {
    json = api::read_json_value(text);
    return read(JsonField(json, ""));
  } catch (const FormatError& error) {
    problems.push_back(problem_of(error, json, file, line));
  } catch (const api::SyntaxError& error) {
    problems.push_back(problem_of(error, file, line));
  }
  return std::nullopt;
}

}  // namespace podreel::jsonl

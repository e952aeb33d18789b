#include "engine/api/json_value.hpp"

#include <doctest/doctest.h>
#include <string>

#include "engine/api/input_limits.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::api {

namespace {

std::string problem_in_value(const std::string& text) {
  try {
    static_cast<void>(read_json_value(text));
  } catch (const SyntaxError& error) {
    return error.message;
  }
  return "";
}

std::string list_of(std::size_t count) {
  std::string text = "[0";
  for (std::size_t value = 1; value < count; ++value) text += ",0";
  return text + "]";
}

}  // namespace

TEST_CASE("a line has a million values at most, however long their text is") {
  CHECK(problem_in_value(list_of(input_limits.values + 1)) == "more than 1000000 values in one line");
  CHECK(problem_in_value(list_of(input_limits.values - 1)).empty());
  CHECK(problem_in_value("[" + std::string(2 * input_limits.values, ' ') + "]").empty());
  CHECK(problem_in_value("[\"" + std::string(2 * input_limits.values, ',') + "\"]").empty());
}

TEST_CASE("lists are nested 200 deep at most, and beside each other as often as one likes") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(problem_in_value(nested(input_limits.depth)).empty());
  CHECK(problem_in_value(nested(input_limits.depth + 1)) == "lists and maps are nested deeper than 200");
  std::string many = "[[]";
  for (std::size_t count = 0; count < 2 * input_limits.depth; ++count) many += ",[]";
  CHECK(problem_in_value(many + "]").empty());
}

}  // namespace podreel::api

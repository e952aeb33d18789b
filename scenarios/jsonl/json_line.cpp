#include "scenarios/jsonl/json_line.hpp"

#include <fmt/format.h>

namespace podreel::jsonl {

api::Problem problem_of(const FormatError& error, const nlohmann::json& object, const std::string& file, int line) {
  const auto id = object.is_object() ? object.find("id") : object.end();
  const bool has_id = id != object.end() && (id->is_string() || id->is_number_integer());
  const std::string of_case = has_id ? fmt::format(" (case {})", api::abbreviated(id->dump())) : "";
  return {file, {line, 1}, api::abbreviated(error.path()), error.what() + of_case};
}

api::Problem problem_of(const api::SyntaxError& error, const std::string& file, int line) {
  return {file, {line, error.mark.column}, error.path, error.message};
}

}  // namespace podreel::jsonl

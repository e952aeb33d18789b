#include "engine/api/problem_list.hpp"

#include <fmt/format.h>

#include "engine/api/syntax_error.hpp"

namespace podreel::api {

bool is_enough(std::vector<Problem>& problems, std::size_t before, const std::string& file, std::size_t maximum) {
  const std::size_t here = problems.size() - before;
  if (here < maximum) return false;
  problems.push_back({file, {}, "", fmt::format("{} problems so far; the rest was not read", here)});
  return true;
}

std::string_view template_remark(std::string_view text) {
  const std::size_t opens = text.find("{{");
  const bool closes = opens != std::string_view::npos && text.find("}}", opens) != std::string_view::npos;
  return closes ? " (a template that was not rendered)" : "";
}

std::string found(Tree::Kind kind, std::string_view text) {
  switch (kind) {
    case Tree::Kind::boolean:
      return std::string{text};
    case Tree::Kind::integer:
      return fmt::format("the integer {}", text);
    case Tree::Kind::real:
      return fmt::format("the number {}", text);
    case Tree::Kind::string:
      return fmt::format("the string \"{}\"{}", abbreviated(text), template_remark(text));
    default:
      return std::string{kind_name(kind)};
  }
}

}  // namespace podreel::api

#include "engine/api/problem_list.hpp"

#include <fmt/format.h>

#include "engine/api/syntax_error.hpp"

namespace podreel::api {

std::string found(Tree::Kind kind, std::string_view text) {
  switch (kind) {
    case Tree::Kind::boolean:
      return std::string{text};
    case Tree::Kind::integer:
      return fmt::format("the integer {}", text);
    case Tree::Kind::real:
      return fmt::format("the number {}", text);
    case Tree::Kind::string:
      return fmt::format("the string \"{}\"", abbreviated(text));
    default:
      return std::string{kind_name(kind)};
  }
}

}  // namespace podreel::api

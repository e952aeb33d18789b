#include "tools/cli/book/book_template.hpp"

#include <fmt/format.h>
#include <set>
#include <stdexcept>

namespace podreel::cli {

std::string filled(std::string_view file, const Placed& values) {
  constexpr std::string_view opening = "{{";
  constexpr std::string_view closing = "}}";
  std::string text;
  std::set<std::string_view> used;
  std::string_view rest = book_file(file);
  for (std::size_t begin = rest.find(opening); begin != std::string_view::npos; begin = rest.find(opening)) {
    const std::size_t end = rest.find(closing, begin);
    const std::string_view name = rest.substr(begin + opening.size(), end - begin - opening.size());
    const auto value = values.find(name);
    if (value == values.end()) throw std::logic_error{fmt::format("{}: no value for {}", file, name)};
    text += rest.substr(0, begin);
    text += value->second;
    used.insert(name);
    rest.remove_prefix(end + closing.size());
  }
  if (used.size() != values.size()) throw std::logic_error{fmt::format("{}: a given value has no placeholder", file)};
  return text.append(rest);
}

}  // namespace podreel::cli

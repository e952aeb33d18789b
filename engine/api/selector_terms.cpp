#include "engine/api/selector_terms.hpp"

#include <cstddef>

#include "engine/api/trimmed.hpp"

namespace podreel::api {

std::vector<std::string_view> selector_terms(std::string_view text) {
  std::vector<std::string_view> terms;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '(') ++depth;
    if (at < text.size() && text[at] == ')') --depth;
    if (at < text.size() && (text[at] != ',' || depth > 0)) continue;
    terms.push_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  return terms;
}

std::optional<SelectorComparison> selector_comparison(std::string_view term) {
  const std::size_t equals = term.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  const bool is_negated = term[equals - 1] == '!';
  std::string_view value = term.substr(equals + 1);
  if (!is_negated && value.starts_with('=')) value.remove_prefix(1);
  return SelectorComparison{trimmed(term.substr(0, equals - (is_negated ? 1U : 0U))), trimmed(value), is_negated};
}

}  // namespace podreel::api

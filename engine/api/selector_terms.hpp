// Parts that label selectors and field selectors share.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace podreel::api {

/// Splits at commas outside of parentheses, and trims each part; some may be empty.
[[nodiscard]] std::vector<std::string_view> selector_terms(std::string_view text);

/// "app=web", "app==web" or "app!=web".
struct SelectorComparison {
  std::string_view name;
  std::string_view value;
  bool is_negated = false;
};

/// Returns no value unless `term` compares with a value.
[[nodiscard]] std::optional<SelectorComparison> selector_comparison(std::string_view term);

}  // namespace podreel::api

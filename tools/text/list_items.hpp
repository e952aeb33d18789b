// Lists and ranges in options: "1.29,1.30..1.33".
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace podreel::cli {

/// Returns the parts between commas; at least one, which may be empty.
[[nodiscard]] std::vector<std::string_view> items_of(std::string_view text);

/// Splits "first<separator>last"; without a separator, both ends are `item`.
[[nodiscard]] std::pair<std::string_view, std::string_view> ends_of(std::string_view item, std::string_view separator);

}  // namespace podreel::cli

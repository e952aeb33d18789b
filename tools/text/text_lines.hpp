// A text's lines.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::cli {

/// Without their line feeds; behind the last one there is no line.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace podreel::cli

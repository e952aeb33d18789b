// Lines of a text.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::cli {

/// Returns the lines without their line feeds; there is no empty line after the last line feed.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace podreel::cli

// The page of `podreel report`, before there is a run to show.
#pragma once

#include <span>
#include <string_view>

namespace podreel::cli {

/// Where the data of a run belong, once in the whole page.
inline constexpr std::string_view page_data_mark = "@PODREEL_DATA@";

/// The page that tools/report/build makes, in consecutive pieces.
[[nodiscard]] std::span<const std::string_view> page_template();

}  // namespace podreel::cli

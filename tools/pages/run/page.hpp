// HTML pages with data.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Pages that tools/pages/report/build and tools/pages/playground/build generate.
enum class Page : std::uint8_t {
  /// Page of `podreel report`.
  run,
  /// Page of `podreel fleet -o html`.
  fleet,
  /// Page of `podreel playground`, which holds no data.
  playground,
  /// Page of `podreel serve`, which holds no data.
  live,
  /// Guided walk through the lessons; its data are deflated and encoded in base64.
  walk,
};

/// Placeholder of the data, which occurs once in a page.
inline constexpr std::string_view page_data_mark = "@PODREEL_DATA@";

/// Returns a page with the placeholder, in consecutive pieces.
[[nodiscard]] std::span<const std::string_view> page_template(Page page);

/// Returns a page with the placeholder, in one piece.
[[nodiscard]] std::string page_text(Page page);

/// Prints a page with data. `data` is JSON after script_safe().
void print_page(std::ostream& out, Page page, std::string_view data);

}  // namespace podreel::cli

// The pages that podreel writes: HTML with data in it.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Those that tools/pages/report/build and tools/pages/playground/build make.
enum class Page : std::uint8_t {
  /// `podreel report`'s.
  run,
  /// `podreel fleet -o html`'s.
  fleet,
  /// `podreel playground`'s, into which no data belong.
  playground,
  /// `podreel serve`'s, into which none belong either.
  live,
};

/// Where the data belong, once in the whole page.
inline constexpr std::string_view page_data_mark = "@PODREEL_DATA@";

/// A page before there is anything to show, in consecutive pieces.
[[nodiscard]] std::span<const std::string_view> page_template(Page page);

/// The same in one piece.
[[nodiscard]] std::string page_text(Page page);

/// `data` is JSON, `script_safe`.
void print_page(std::ostream& out, Page page, std::string_view data);

}  // namespace podreel::cli

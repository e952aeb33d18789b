// The pages that podreel writes: HTML with data in it.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Those that tools/report/build makes.
enum class Page : std::uint8_t {
  /// `podreel report`'s.
  run,
  /// `podreel fleet -o html`'s.
  fleet,
};

/// Where the data belong, once in the whole page.
inline constexpr std::string_view page_data_mark = "@PODREEL_DATA@";

/// A page before there is anything to show, in consecutive pieces.
[[nodiscard]] std::span<const std::string_view> page_template(Page page);

/// JSON text that can stand in a `<script>`: whatever strings hold, they cannot end it.
[[nodiscard]] std::string script_safe(std::string_view json);

/// `data` is JSON, `script_safe`.
void print_page(std::ostream& out, Page page, std::string_view data);

}  // namespace podreel::cli

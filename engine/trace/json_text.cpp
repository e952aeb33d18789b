#include "engine/trace/json_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::trace {

namespace {

bool is_plain(char character) noexcept {
  constexpr char first_printable = ' ';
  constexpr char last_printable = '~';
  return character >= first_printable && character <= last_printable && character != '"' && character != '\\';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  constexpr int no_indent = -1;
  const bool ascii_only = false;
  out += nlohmann::json(text).dump(no_indent, ' ', ascii_only, nlohmann::json::error_handler_t::replace);
}

void append_decimal(std::string& out, std::int64_t value, int digits, int least_decimals) {
  std::int64_t scale = 1;
  for (int digit = 0; digit < digits; ++digit) scale *= 10;
  fmt::format_to(std::back_inserter(out), "{}", value / scale);
  std::string decimals = fmt::format("{:0{}}", value % scale, digits);
  const std::size_t significant = decimals.find_last_not_of('0') + 1;
  decimals.resize(std::max(significant, static_cast<std::size_t>(least_decimals)), '0');
  if (digits > 0 && !decimals.empty()) out += '.' + decimals;
}

}  // namespace podreel::trace

#include "engine/release/go_text.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <utf8cpp/utf8.h>

namespace podreel::release {

namespace {

/// The fraction `part / scale` as Go prints it: no trailing zeros, no point if it is zero.
std::string fraction(std::uint64_t part, std::uint64_t scale) {
  if (part == 0) return {};
  std::string digits = fmt::format("{}", scale + part).substr(1);
  digits.erase(digits.find_last_not_of('0') + 1);
  return "." + digits;
}

std::string below_a_second(std::uint64_t nanoseconds) {
  constexpr std::uint64_t microsecond = 1'000;
  constexpr std::uint64_t millisecond = 1'000'000;
  if (nanoseconds < microsecond) return fmt::format("{}ns", nanoseconds);
  const std::uint64_t unit = nanoseconds < millisecond ? microsecond : millisecond;
  return fmt::format("{}{}{}", nanoseconds / unit, fraction(nanoseconds % unit, unit),
                     unit == microsecond ? "µs" : "ms");
}

void append_byte(std::string& out, char byte) {
  out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

constexpr bool is_unreserved_printable(char character) {
  return character >= ' ' && character <= '~' && character != '"' && character != '\\';
}

/// Returns whether the byte is written unchanged, like every byte of a longer UTF-8 character.
constexpr bool is_plain(char character) {
  constexpr unsigned char longer_from = 0x80;
  return is_unreserved_printable(character) || static_cast<unsigned char>(character) >= longer_from;
}

void append_escaped(std::string& out, char character) {
  switch (character) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\a':
      out += "\\a";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\v':
      out += "\\v";
      return;
    default:
      append_byte(out, character);
  }
}

}  // namespace

std::string go_quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  if (std::ranges::all_of(text, is_unreserved_printable)) {
    out += text;
    text = {};
  }
  while (!text.empty()) {
    const auto valid = static_cast<std::size_t>(utf8::find_invalid(text.begin(), text.end()) - text.begin());
    for (const char character : text.substr(0, valid)) {
      if (is_plain(character)) {
        out += character;
      } else {
        append_escaped(out, character);
      }
    }
    if (valid < text.size()) append_byte(out, text[valid]);
    text.remove_prefix(std::min(valid + 1, text.size()));
  }
  return out += '"';
}

std::string go_list(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, " "));
}

std::string go_duration(sim::Duration duration) {
  const bool negative = duration < sim::Duration::zero();
  const auto total =
      negative ? 0 - static_cast<std::uint64_t>(duration.count()) : static_cast<std::uint64_t>(duration.count());
  constexpr std::uint64_t second = 1'000'000'000;
  if (total == 0) return "0s";
  const std::string sign = negative ? "-" : "";
  if (total < second) return sign + below_a_second(total);
  const std::uint64_t seconds = total / second;
  std::string text = sign;
  if (seconds >= 3600) text += fmt::format("{}h", seconds / 3600);
  if (seconds >= 60) text += fmt::format("{}m", seconds / 60 % 60);
  return text + fmt::format("{}{}s", seconds % 60, fraction(total % second, second));
}

}  // namespace podreel::release

#include "engine/api/document_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <utf8cpp/utf8.h>

namespace podreel::api {

namespace {

SyntaxError invalid_utf8(std::string_view text, std::size_t offset) {
  const bool utf16 = text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
  const auto byte = static_cast<unsigned char>(text[offset]);
  return {mark_at(text, offset), "",
          fmt::format("byte {} (0x{:02x}) is not UTF-8{}", offset + 1, byte,
                      utf16 ? "; the file looks like UTF-16, save it as UTF-8" : "")};
}

enum class ByteKind : std::uint8_t { plain, beyond_ascii, forbidden };

constexpr std::array<ByteKind, 256> byte_kinds = [] {
  constexpr std::size_t first_printable = 0x20;
  constexpr std::size_t delete_character = 0x7f;
  std::array<ByteKind, 256> kinds{};
  for (std::size_t byte = 0; byte < kinds.size(); ++byte) {
    if (byte < first_printable) kinds[byte] = ByteKind::forbidden;
    if (byte > delete_character) kinds[byte] = ByteKind::beyond_ascii;
  }
  for (const char allowed : {'\t', '\n', '\r'}) kinds[static_cast<unsigned char>(allowed)] = ByteKind::plain;
  return kinds;
}();

ByteKind kind_of(char character) {
  return byte_kinds[static_cast<unsigned char>(character)];
}

SyntaxError control_character(std::string_view text, std::size_t offset) {
  return {mark_at(text, offset), "",
          fmt::format("byte {} is the control character 0x{:02x}; only tab, line feed and carriage return are allowed",
                      offset + 1, static_cast<unsigned char>(text[offset]))};
}

}  // namespace

Mark mark_at(std::string_view text, std::size_t offset) noexcept {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_start = before.rfind('\n') + 1;
  return {static_cast<int>(lines) + 1, static_cast<int>(before.size() - line_start) + 1};
}

std::string_view without_byte_order_mark(std::string_view text) noexcept {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::optional<SyntaxError> check_text(std::string_view text) {
  const auto is_plain = [](char character) { return kind_of(character) == ByteKind::plain; };
  const auto is_ascii = [](char character) { return kind_of(character) != ByteKind::beyond_ascii; };
  auto at = text.begin();
  while ((at = std::find_if_not(at, text.end(), is_plain)) != text.end()) {
    if (kind_of(*at) == ByteKind::forbidden)
      return control_character(text, static_cast<std::size_t>(at - text.begin()));
    const auto end = std::find_if(at, text.end(), is_ascii);
    const auto invalid = utf8::find_invalid(at, end);
    if (invalid != end) return invalid_utf8(text, static_cast<std::size_t>(invalid - text.begin()));
    at = end;
  }
  return std::nullopt;
}

std::optional<SyntaxError> check_yaml_text(std::string_view text) {
  constexpr char delete_character = 0x7f;
  const std::size_t found = text.find(delete_character);
  if (found == std::string_view::npos) return std::nullopt;
  return control_character(text, found);
}

std::string cut(std::string_view text, std::size_t max_length) {
  if (text.size() <= max_length) return std::string{text};
  std::size_t end = max_length;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string{text.substr(0, end)} + "…";
}

std::string abbreviated(std::string_view text) {
  return cut(text, max_shown);
}

}  // namespace podreel::api

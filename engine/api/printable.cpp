#include "engine/api/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utf8cpp/utf8.h>

namespace podreel::api {

namespace {

constexpr char32_t replacement = 0xFFFD;

/// First and last of characters that a reader does not get to see as they are, beside those of ASCII.
struct Range {
  char32_t first;
  char32_t last;
};
constexpr std::array hidden{
    Range{0x7F, 0x9F},      // delete, and the controls of Latin-1
    Range{0x061C, 0x061C},  // the Arabic letter mark
    Range{0x200E, 0x200F},  // marks of direction
    Range{0x2028, 0x202E},  // separators of lines and paragraphs, embeddings and overrides
    Range{0x2066, 0x2069},  // isolates
    Range{0xFEFF, 0xFEFF},  // the byte order mark
    Range{0xFFF9, 0xFFFB},  // marks of annotations
    Range{0xFFFE, 0xFFFF},  // no characters
};

bool is_shown(char32_t character) {
  constexpr char32_t first_printable = 0x20;
  if (character < first_printable) return false;
  return std::ranges::none_of(hidden,
                              [&](const Range& range) { return range.first <= character && character <= range.last; });
}

/// Returns whether the text has only printable ASCII characters.
bool is_plain(std::string_view text) {
  bool is_plain = true;
  // Without a branch: almost every text is.
  for (const char character : text) is_plain &= character >= ' ' && character <= '~';
  return is_plain;
}

/// Calls `use` (character or nothing where there is none, its bytes) for what `text` consists of.
template <class Use>
void for_each_character(std::string_view text, const Use& use) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const invalid = utf8::find_invalid(at, end);
    while (at != invalid) {
      const char* const begin = at;
      const auto character = static_cast<char32_t>(utf8::unchecked::next(at));
      use(std::optional{character}, std::string_view{begin, static_cast<std::size_t>(at - begin)});
    }
    if (at == end) return;
    use(std::optional<char32_t>{}, std::string_view{at, 1});
    ++at;
  }
}

std::string escaped(char32_t character) {
  constexpr char32_t one_byte = 0x100;
  switch (character) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    default: {
      const auto code = static_cast<std::uint32_t>(character);
      return character < one_byte ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    }
  }
}

std::string printable(std::string_view text, bool several_lines) {
  if (is_plain(text)) return std::string{text};
  std::string result;
  for_each_character(text, [&](std::optional<char32_t> character, std::string_view bytes) {
    if (!character) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
    } else if (is_shown(*character) || (several_lines && *character == '\n')) {
      result += bytes;
    } else {
      result += escaped(*character);
    }
  });
  return result;
}

std::string xml_of(char32_t character, std::string_view bytes) {
  constexpr char32_t delete_character = 0x7F;
  constexpr char32_t no_character = 0xFFFE;
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
    case '\t':
      break;
    default:
      if (is_shown(character)) return std::string{bytes};
      if (character < delete_character || (character & no_character) == no_character) return "\xEF\xBF\xBD";
  }
  return fmt::format("&#{};", static_cast<std::uint32_t>(character));
}

}  // namespace

std::string printable_line(std::string_view text) {
  return printable(text, false);
}

void make_printable_line(std::string& text) {
  if (!is_plain(text)) text = printable_line(text);
}

std::vector<std::string> printable_lines(std::vector<std::string> texts) {
  std::ranges::for_each(texts, make_printable_line);
  return texts;
}

std::string printable_text(std::string_view text) {
  return printable(text, true);
}

std::string printable_xml(std::string_view text) {
  std::string result;
  for_each_character(text, [&](std::optional<char32_t> character, std::string_view bytes) {
    result += xml_of(character.value_or(replacement), character ? bytes : "\xEF\xBF\xBD");
  });
  return result;
}

std::string printable_json_text(std::string json) {
  constexpr char32_t last_plain = '~';
  if (std::ranges::all_of(json, [](char character) { return static_cast<unsigned char>(character) <= last_plain; })) {
    return json;
  }
  std::string result;
  result.reserve(json.size());
  for_each_character(json, [&](std::optional<char32_t> character, std::string_view bytes) {
    const char32_t code = character.value_or(replacement);
    if (code <= last_plain || is_shown(code)) {
      result += bytes;
    } else {
      result += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    }
  });
  return result;
}

std::string printable_json(const nlohmann::json& value, int indent) {
  return printable_json_text(value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string printable_json(const nlohmann::ordered_json& value, int indent) {
  return printable_json_text(value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace podreel::api

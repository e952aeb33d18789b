#include "engine/trace/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/printable.hpp"
#include "engine/trace/json_buffer.hpp"

namespace podreel::trace {

namespace {

enum class Form : std::uint8_t {
  plain,
  /// Behind a backslash.
  escaped,
  other
};

/// Escape of every character in a JSON string.
constexpr std::array<Form, 256> forms = [] {
  constexpr char first_printable = ' ';
  constexpr char last_printable = '~';
  std::array<Form, 256> result{};
  result.fill(Form::other);
  for (int character = first_printable; character <= last_printable; ++character) {
    result[static_cast<std::size_t>(character)] = Form::plain;
  }
  result['"'] = result['\\'] = Form::escaped;
  return result;
}();

constexpr Form form_of(char character) noexcept {
  return forms[static_cast<unsigned char>(character)];
}

/// Returns the length of the beginning that needs no escape.
std::size_t plain_length(std::string_view text) noexcept {
  // Eight characters at once: the highest bit of a byte marks a character that is not plain.
  constexpr std::uint64_t every = 0x0101010101010101;
  constexpr std::uint64_t highest_bits = every << 7U;
  const auto any_zero = [](std::uint64_t word) { return (word - every) & ~word & highest_bits; };
  std::size_t length = 0;
  for (std::uint64_t word = 0; length + sizeof(word) <= text.size(); length += sizeof(word)) {
    std::memcpy(&word, text.data() + length, sizeof(word));
    const std::uint64_t below_space = (word - every * ' ') & ~word & highest_bits;
    const std::uint64_t beyond_tilde = (word & highest_bits) | any_zero(word ^ every * 0x7f);
    if ((below_space | beyond_tilde | any_zero(word ^ every * '"') | any_zero(word ^ every * '\\')) != 0) break;
  }
  while (length < text.size() && form_of(text[length]) == Form::plain) ++length;
  return length;
}

// `Text`: std::string or memory::TextBuffer.

template <class Text>
void add_string(Text& out, std::string_view text) {
  const std::size_t plain = plain_length(text);
  const std::string_view rest = text.substr(plain);
  if (std::ranges::any_of(rest, [](char character) { return form_of(character) == Form::other; })) {
    out.append(api::printable_json(nlohmann::json(text)));
    return;
  }
  out.push_back('"');
  out.append(text.substr(0, plain));
  for (const char character : rest) {
    if (form_of(character) == Form::escaped) out.push_back('\\');
    out.push_back(character);
  }
  out.push_back('"');
}

template <class Text>
void add_key(Text& out, std::string_view key, bool with_comma) {
  if (with_comma) out.push_back(',');
  out.push_back('"');
  out.append(key);
  out.append(std::string_view{"\":"});
}

template <class Text>
void add_number(Text& out, std::int64_t value) {
  constexpr std::size_t max_digits = 20;
  std::array<char, max_digits> text;
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  out.append(std::string_view{text.data(), end});
}

template <class Text>
void add_decimal(Text& out, std::int64_t value, int digits, int min_decimals) {
  constexpr std::size_t max_decimals = 18;
  std::array<char, max_decimals> decimals;
  auto count = static_cast<std::size_t>(digits);
  for (std::size_t index = count; index-- > 0; value /= 10) decimals[index] = static_cast<char>('0' + value % 10);
  add_number(out, value);
  while (count > static_cast<std::size_t>(min_decimals) && decimals[count - 1] == '0') --count;
  if (count == 0) return;
  out.push_back('.');
  out.append(std::string_view{decimals.data(), count});
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  add_string(out, text);
}
void append_json_key(std::string& out, std::string_view key, bool with_comma) {
  add_key(out, key, with_comma);
}
void append_number(std::string& out, std::int64_t value) {
  add_number(out, value);
}
void append_decimal(std::string& out, std::int64_t value, int digits, int min_decimals) {
  add_decimal(out, value, digits, min_decimals);
}

void append_json_string(memory::TextBuffer& out, std::string_view text) {
  add_string(out, text);
}
void append_json_key(memory::TextBuffer& out, std::string_view key, bool with_comma) {
  add_key(out, key, with_comma);
}
void append_number(memory::TextBuffer& out, std::int64_t value) {
  add_number(out, value);
}
void append_decimal(memory::TextBuffer& out, std::int64_t value, int digits, int min_decimals) {
  add_decimal(out, value, digits, min_decimals);
}

}  // namespace podreel::trace

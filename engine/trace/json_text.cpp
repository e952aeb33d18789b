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

using Word = std::uint64_t;

/// Whether one of these eight characters is not plain: less than a space, a quotation mark, a backslash, or beyond
/// the tilde.
constexpr bool needs_escape(Word characters) noexcept {
  // In each byte, the highest bit says so. Carries and borrows only come from bytes that say so themselves.
  constexpr Word every = 0x0101010101010101;
  constexpr Word highest_bits = every << 7U;
  const Word below_space = characters - every * ' ';
  const Word quotation_mark = (characters ^ every * '"') - every;
  const Word backslash = (characters ^ every * '\\') - every;
  const Word beyond_tilde = characters | (characters + every);
  return ((below_space | quotation_mark | backslash | beyond_tilde) & highest_bits) != 0;
}

/// Copies the beginning that needs no escape; returns its length. Behind it, `to` may have more characters of the text.
std::size_t copy_plain(std::string_view text, char* to) noexcept {
  std::size_t length = 0;
  Word word = 0;
  const auto copy_word = [&](std::size_t place) {
    std::memcpy(&word, text.data() + place, sizeof(word));
    if (needs_escape(word)) return false;
    std::memcpy(to + place, &word, sizeof(word));
    return true;
  };
  while (length + sizeof(word) <= text.size() && copy_word(length)) length += sizeof(word);
  // The last word of a text overlaps with the one before.
  if (text.size() - length < sizeof(word) && text.size() >= sizeof(word) && copy_word(text.size() - sizeof(word))) {
    return text.size();
  }
  for (; length < text.size() && form_of(text[length]) == Form::plain; ++length) to[length] = text[length];
  return length;
}

/// Appends the end of a string, in which nothing needs more than a backslash.
void append_escaped(memory::TextBuffer& out, std::string_view rest) {
  char* end = out.reserve(2 * rest.size() + 1);
  for (const char character : rest) {
    if (form_of(character) == Form::escaped) *end++ = '\\';
    *end++ = character;
  }
  *end++ = '"';
  out.set_end(end);
}

}  // namespace

void append_json_string(memory::TextBuffer& out, std::string_view text) {
  constexpr std::size_t marks = 2;
  char* const begin = out.reserve(text.size() + marks);
  *begin = '"';
  const std::size_t plain = copy_plain(text, begin + 1);
  if (plain == text.size()) {
    begin[plain + 1] = '"';
    out.set_end(begin + plain + marks);
    return;
  }
  const std::string_view rest = text.substr(plain);
  if (std::ranges::any_of(rest, [](char character) { return form_of(character) == Form::other; })) {
    out.append(api::printable_json(nlohmann::json(text)));
    return;
  }
  out.set_end(begin + 1 + plain);
  append_escaped(out, rest);
}

void append_json_key(memory::TextBuffer& out, std::string_view key, bool with_comma) {
  constexpr std::size_t marks = 4;
  char* end = out.reserve(key.size() + marks);
  *end = ',';
  end += with_comma ? 1 : 0;
  *end++ = '"';
  end = memory::copy_short_text(key, end);
  *end++ = '"';
  *end++ = ':';
  out.set_end(end);
}

void append_number(memory::TextBuffer& out, std::int64_t value) {
  constexpr std::size_t max_digits = 20;
  char* const begin = out.reserve(max_digits);
  out.set_end(std::to_chars(begin, begin + max_digits, value).ptr);
}

void append_decimal(memory::TextBuffer& out, std::int64_t value, int digits, int min_decimals) {
  std::int64_t power = 1;
  for (int digit = 0; digit < digits; ++digit) power *= 10;
  append_number(out, value / power);
  auto count = static_cast<std::size_t>(digits);
  char* const point = out.reserve(count + 1);
  *point = '.';
  value %= power;
  for (std::size_t index = count; index > 0; value /= 10) point[index--] = static_cast<char>('0' + value % 10);
  while (count > static_cast<std::size_t>(min_decimals) && point[count] == '0') --count;
  if (count > 0) out.set_end(point + 1 + count);
}

namespace {

/// Appends what `append` writes into a buffer.
template <class Append>
void append_buffered(std::string& out, const Append& append) {
  memory::TextBuffer buffer;
  append(buffer);
  out.append(buffer.view());
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  append_buffered(out, [text](memory::TextBuffer& buffer) { append_json_string(buffer, text); });
}
void append_json_key(std::string& out, std::string_view key, bool with_comma) {
  append_buffered(out, [key, with_comma](memory::TextBuffer& buffer) { append_json_key(buffer, key, with_comma); });
}
void append_number(std::string& out, std::int64_t value) {
  append_buffered(out, [value](memory::TextBuffer& buffer) { append_number(buffer, value); });
}
void append_decimal(std::string& out, std::int64_t value, int digits, int min_decimals) {
  append_buffered(out, [=](memory::TextBuffer& buffer) { append_decimal(buffer, value, digits, min_decimals); });
}

}  // namespace podreel::trace

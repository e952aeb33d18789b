#include "engine/trace/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"

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

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  const auto* const special =
      std::ranges::find_if(text, [](char character) { return form_of(character) != Form::plain; });
  if (std::any_of(special, text.end(), [](char character) { return form_of(character) == Form::other; })) {
    out += api::printable_json(nlohmann::json(text));
    return;
  }
  out += '"';
  out.append(text.begin(), special);
  for (const char character : text.substr(static_cast<std::size_t>(special - text.begin()))) {
    if (form_of(character) == Form::escaped) out += '\\';
    out += character;
  }
  out += '"';
}

void append_json_key(std::string& out, std::string_view key, bool with_comma) {
  const std::size_t punctuation = with_comma ? 4 : 3;
  const std::size_t begin = out.size();
  out.resize(begin + key.size() + punctuation);
  char* at = out.data() + begin;
  if (with_comma) *at++ = ',';
  *at++ = '"';
  at = std::copy(key.begin(), key.end(), at);
  *at++ = '"';
  *at = ':';
}

void append_number(std::string& out, std::int64_t value) {
  constexpr std::size_t max_digits = 20;
  std::array<char, max_digits> text;
  out.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

void append_decimal(std::string& out, std::int64_t value, int digits, int min_decimals) {
  std::int64_t scale = 1;
  for (int digit = 0; digit < digits; ++digit) scale *= 10;
  append_number(out, value / scale);
  std::int64_t decimals = value % scale;
  if (decimals == 0 && min_decimals == 0) return;
  out += '.';
  for (int written = 0; written < min_decimals || decimals != 0; ++written) {
    scale /= 10;
    out += static_cast<char>('0' + decimals / scale);
    decimals %= scale;
  }
}

}  // namespace podreel::trace

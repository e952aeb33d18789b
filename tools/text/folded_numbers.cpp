#include "tools/text/folded_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/api/ascii.hpp"

namespace podreel::cli {

namespace {

bool is_hexadecimal(char character) {
  return api::is_digit(character) || (character >= 'a' && character <= 'f') || character == '-';
}

std::size_t digits_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && api::is_digit(text[end])) ++end;
  return end;
}

/// Returns the length of the unit of time at the beginning of `text`; 0 if there is none.
std::size_t unit_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && api::is_letter(text[end])) ++end;
  constexpr std::array<std::string_view, 5> units{"h", "m", "s", "ms", "ns"};
  return std::ranges::find(units, text.substr(0, end)) == units.end() ? 0 : end;
}

/// Returns the length of the number or duration at the beginning of `text`: "12", "1.5", "1m20s", "16.4ms".
std::size_t number_length(std::string_view text) {
  std::size_t end = 0;
  while (const std::size_t digits = digits_length(text.substr(end))) {
    end += digits;
    if (end < text.size() && text[end] == '.') {
      const std::size_t fraction = digits_length(text.substr(end + 1));
      if (fraction > 0) end += 1 + fraction;
    }
    end += unit_length(text.substr(end));
  }
  return end;
}

/// Returns the length of the id at the beginning of `text`; 0 if there is none.
std::size_t id_length(std::string_view text) {
  constexpr std::size_t min_length = 8;
  constexpr std::size_t max_length = 64;
  const std::string_view begin = text.substr(0, max_length);
  std::size_t end = 0;
  while (end < begin.size() && is_hexadecimal(begin[end])) ++end;
  if (end < min_length || (end < text.size() && api::is_alphanumeric(text[end]))) return 0;
  return std::ranges::any_of(begin.substr(0, end), api::is_digit) ? end : 0;
}

/// Returns the length of " word" at the beginning of `text` if it is a plural; 0 if it is not.
std::size_t plural_length(std::string_view text) {
  if (text.empty() || text.front() != ' ') return 0;
  std::size_t end = 1;
  while (end < text.size() && api::is_letter(text[end])) ++end;
  return end > 2 && text[end - 1] == 's' ? end : 0;
}

}  // namespace

std::string fold_numbers(std::string_view text) {
  std::string folded;
  bool is_in_word = false;
  while (!text.empty()) {
    const std::size_t id = is_in_word ? 0 : id_length(text);
    const std::size_t length = id > 0 ? id : number_length(text);
    if (length == 0) {
      is_in_word = api::is_alphanumeric(text.front());
      folded += text.front();
      text.remove_prefix(1);
      continue;
    }
    folded += '#';
    text.remove_prefix(length);
    is_in_word = true;
    if (const std::size_t plural = plural_length(text); plural > 0) {
      folded += text.substr(0, plural - 1);
      text.remove_prefix(plural);
    }
  }
  return folded;
}

}  // namespace podreel::cli

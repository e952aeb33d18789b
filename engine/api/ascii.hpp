// Classes of characters, in ASCII whatever the locale.
#pragma once

namespace podreel::api {

[[nodiscard]] constexpr bool is_lower(char character) noexcept {
  return character >= 'a' && character <= 'z';
}
[[nodiscard]] constexpr bool is_upper(char character) noexcept {
  return character >= 'A' && character <= 'Z';
}
[[nodiscard]] constexpr bool is_digit(char character) noexcept {
  return character >= '0' && character <= '9';
}
[[nodiscard]] constexpr bool is_letter(char character) noexcept {
  return is_lower(character) || is_upper(character);
}
[[nodiscard]] constexpr bool is_alphanumeric(char character) noexcept {
  return is_letter(character) || is_digit(character);
}
[[nodiscard]] constexpr char to_lower(char character) noexcept {
  return is_upper(character) ? static_cast<char>(character - 'A' + 'a') : character;
}

}  // namespace podreel::api

#include "engine/api/base64.hpp"

#include <cstdint>

namespace podreel::api {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned bits_of_letter = 6;
constexpr unsigned bits_of_byte = 8;

std::optional<std::uint32_t> value_of(char letter) {
  if (letter == '-') letter = '+';
  if (letter == '_') letter = '/';
  const std::size_t value = letters.find(letter);
  if (value == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    held = (held << bits_of_byte | static_cast<unsigned char>(byte)) & 0xFFFFU;
    for (bits += bits_of_byte; bits >= bits_of_letter; bits -= bits_of_letter) {
      text += letters[held >> (bits - bits_of_letter) & 63U];
    }
  }
  if (bits > 0) text += letters[held << (bits_of_letter - bits) & 63U];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char letter : text) {
    const auto value = value_of(letter);
    if (!value) return std::nullopt;
    held = (held << bits_of_letter | *value) & 0x3FFFU;
    bits += bits_of_letter;
    if (bits < bits_of_byte) continue;
    bits -= bits_of_byte;
    bytes += static_cast<char>(held >> bits & 0xFFU);
  }
  return bytes;
}

}  // namespace podreel::api

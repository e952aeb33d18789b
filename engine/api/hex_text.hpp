// Numbers in hexadecimal, where fmt would take most of the time.
#pragma once

#include <cstdint>

namespace podreel::api {

/// Writes the last `digits` lower-case hexadecimal digits of `number`; returns where they end.
constexpr char* write_hex(char* out, std::uint64_t number, unsigned digits) noexcept {
  constexpr unsigned bits_per_digit = 4;
  constexpr std::uint64_t one_digit = 0xf;
  for (unsigned left = digits; left > 0; --left) {
    *out++ = "0123456789abcdef"[number >> (left - 1) * bits_per_digit & one_digit];
  }
  return out;
}

}  // namespace podreel::api

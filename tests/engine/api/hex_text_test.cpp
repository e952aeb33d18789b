#include "engine/api/hex_text.hpp"

#include <array>
#include <doctest/doctest.h>
#include <string>

namespace podreel::api {

namespace {

std::string hex(std::uint64_t number, unsigned digits) {
  std::array<char, 16> text{};
  return {text.data(), write_hex(text.data(), number, digits)};
}

}  // namespace

TEST_CASE("a number has as many hexadecimal digits as it is asked for") {
  CHECK(hex(0xbeef, 4) == "beef");
  CHECK(hex(0xbeef, 8) == "0000beef");
  CHECK(hex(0xbeef, 2) == "ef");
  CHECK(hex(0x0123456789abcdef, 16) == "0123456789abcdef");
  CHECK(hex(1, 0).empty());
}

}  // namespace podreel::api

#include "engine/api/uuid_text.hpp"

#include <array>
#include <string_view>

#include "engine/api/hex_text.hpp"

namespace podreel::api {

memory::Text uuid_text(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t version = 0x4000U;
  constexpr std::uint64_t variant = 0x8000U;
  std::array<char, 36> text;
  char* end = write_hex(text.data(), high >> 32U, 8);
  for (const std::uint64_t group : {high >> 16U, version | (high & 0xfffU), variant | ((low >> 48U) & 0x3fffU)}) {
    *end++ = '-';
    end = write_hex(end, group, 4);
  }
  *end++ = '-';
  write_hex(end, low, 12);
  return std::string_view{text.data(), text.size()};
}

}  // namespace podreel::api

#include "engine/identity/md5.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace podreel::identity {

namespace {

using State = std::array<std::uint32_t, 4>;

constexpr std::size_t block_size = 64;

/// floor(2^32 |sin(step + 1)|).
constexpr std::array<std::uint32_t, 64> sines{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/// By round, four steps that take turns.
constexpr int rotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t word = 0;
  for (std::size_t index = 4; index-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[index]);
  return word;
}

/// Function and word of the block for one step.
struct Mixed {
  std::uint32_t bits;
  std::size_t word;
};

Mixed mixed(std::size_t step, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  switch (step / 16) {
    case 0:
      return {(b & c) | (~b & d), step};
    case 1:
      return {(d & b) | (~d & c), (5 * step + 1) % 16};
    case 2:
      return {b ^ c ^ d, (3 * step + 5) % 16};
    default:
      return {c ^ (b | ~d), (7 * step) % 16};
  }
}

void take_block(State& state, std::string_view block) {
  auto [a, b, c, d] = state;
  for (std::size_t step = 0; step < sines.size(); ++step) {
    const Mixed mix = mixed(step, b, c, d);
    const std::uint32_t sum = a + mix.bits + sines[step] + little_endian(block.substr(4 * mix.word, 4));
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, rotations[step / 16][step % 4]);
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

/// Rest after the last whole block: its bytes, a one bit, zeros, and the total length in bits.
std::string last_blocks(std::string_view rest, std::uint64_t size) {
  std::string blocks{rest};
  blocks += '\x80';
  while (blocks.size() % block_size != block_size - sizeof size) blocks += '\0';
  for (int shift = 0; shift < 64; shift += 8) blocks += static_cast<char>(size * 8 >> shift & 0xff);
  return blocks;
}

}  // namespace

std::string md5_hex(std::string_view bytes) {
  State state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::uint64_t size = bytes.size();
  for (; bytes.size() >= block_size; bytes.remove_prefix(block_size)) take_block(state, bytes.substr(0, block_size));
  const std::string blocks = last_blocks(bytes, size);
  for (std::size_t at = 0; at < blocks.size(); at += block_size) {
    take_block(state, std::string_view{blocks}.substr(at, block_size));
  }
  std::string text;
  for (const std::uint32_t word : state) {
    for (int shift = 0; shift < 32; shift += 8) text += fmt::format("{:02x}", word >> shift & 0xff);
  }
  return text;
}

}  // namespace podreel::identity

// podreel's own integer pseudo-random numbers: the same on every platform, and addressable by position.
#pragma once

#include <cstdint>
#include <string_view>

namespace podreel::sim {

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection on 64 bits that spreads every input bit.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) noexcept {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

/// FNV-1a over the bytes of a name.
[[nodiscard]] constexpr std::uint64_t hash_name(std::string_view name) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
  }
  return hash;
}

/// Maps 64 random bits onto [0, bound) without bias worth the name (the high half of a 64x64 product). `bound` > 0.
[[nodiscard]] constexpr std::uint64_t scale_below(std::uint64_t bits, std::uint64_t bound) noexcept {
  const std::uint64_t low = (bits & 0xffffffffU) * (bound & 0xffffffffU);
  const std::uint64_t mid1 = (bits >> 32U) * (bound & 0xffffffffU) + (low >> 32U);
  const std::uint64_t mid2 = (bits & 0xffffffffU) * (bound >> 32U) + (mid1 & 0xffffffffU);
  return (bits >> 32U) * (bound >> 32U) + (mid1 >> 32U) + (mid2 >> 32U);
}

}  // namespace podreel::sim

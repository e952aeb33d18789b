// hash/fnv, New128a.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace podreel::identity {

class Fnv128a {
 public:
  void add(std::string_view bytes) noexcept {
    for (const char byte : bytes) {
      low_ ^= static_cast<unsigned char>(byte);
      multiply();
    }
  }
  /// 32 lower-case digits.
  [[nodiscard]] std::string hex() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  /// By the prime 2^88 + 0x13b, modulo 2^128.
  void multiply() noexcept {
    constexpr std::uint64_t prime_low = 0x13b;
    constexpr std::uint64_t word = 0xffffffff;
    constexpr int prime_shift = 88 - 64;
    const std::uint64_t lower = (low_ & word) * prime_low;
    const std::uint64_t upper = (low_ >> 32) * prime_low + (lower >> 32);
    high_ = high_ * prime_low + (low_ << prime_shift) + (upper >> 32);
    low_ = (upper << 32) | (lower & word);
  }

  std::uint64_t high_ = 0x6c62272e07bb0142;
  std::uint64_t low_ = 0x62b821756295c58d;
};

}  // namespace podreel::identity

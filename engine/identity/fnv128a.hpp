// hash/fnv, New128a.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace podreel::identity {

class Fnv128a {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      low_ ^= static_cast<unsigned char>(byte);
      multiply_by_prime();
    }
  }
  /// 32 hex digits.
  [[nodiscard]] std::string hex() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  /// Multiplies by 2^88 + 0x13b, modulo 2^128.
  void multiply_by_prime() noexcept {
    constexpr std::uint64_t addend = 0x13b;
    constexpr unsigned shift = 88 - 64;
    constexpr unsigned half = 32;
    constexpr std::uint64_t low_half = 0xffffffffU;
    const std::uint64_t lower = (low_ & low_half) * addend;
    const std::uint64_t upper = (low_ >> half) * addend + (lower >> half);
    high_ = high_ * addend + (low_ << shift) + (upper >> half);
    low_ = (upper << half) | (lower & low_half);
  }

  std::uint64_t high_ = 0x6c62272e07bb0142U;
  std::uint64_t low_ = 0x62b821756295c58dU;
};

}  // namespace podreel::identity

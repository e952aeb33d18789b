// Choices that a fuzzer's input makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace podreel::fuzz {

/// Draws values from bytes; zeros once they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) noexcept : rest_{bytes} {}

  std::uint8_t next() noexcept {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  std::size_t below(std::size_t bound) noexcept { return bound == 0 ? 0 : next() % bound; }
  bool flip() noexcept { return next() % 2 == 1; }
  [[nodiscard]] bool used_up() const noexcept { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace podreel::fuzz

// Compact encoding of numbers and texts.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace podreel::parallel {

/// Appends a number: seven bits per byte, the lowest first, as in Protocol Buffers (varint).
void put_number(std::uint64_t number, std::string& bytes);
/// Appends a text, preceded by its length.
void put_text(std::string_view text, std::string& bytes);

/// Reads what these functions wrote. Missing, too long or too large values are read as 0 or empty, as are all that
/// follow; then has_failed() is true.
class NumberReader {
 public:
  /// `bytes` must outlive it.
  explicit NumberReader(std::string_view bytes) : bytes_{bytes} {}

  [[nodiscard]] std::uint64_t number(std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) noexcept;
  /// Returns a number of 32 bits.
  [[nodiscard]] std::uint32_t small(std::uint32_t maximum = std::numeric_limits<std::uint32_t>::max()) noexcept {
    return static_cast<std::uint32_t>(number(maximum));
  }
  /// Returns a number below `count`.
  [[nodiscard]] std::uint32_t index(std::uint32_t count) noexcept {
    return count == 0 ? static_cast<std::uint32_t>(fail()) : small(count - 1);
  }
  [[nodiscard]] std::string_view text() noexcept;

  [[nodiscard]] bool is_at_end() const noexcept { return bytes_.empty(); }
  [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

 private:
  std::uint64_t fail() noexcept;

  std::string_view bytes_;
  bool has_failed_ = false;
};

}  // namespace podreel::parallel

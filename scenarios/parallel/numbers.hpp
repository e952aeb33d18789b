// Numbers and texts as few bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace podreel::parallel {

/// Appends a number: seven bits in a byte, the lowest first, as Protocol Buffers have it (varint).
void put_number(std::uint64_t number, std::string& bytes);
/// Appends a text, its length before it.
void put_text(std::string_view text, std::string& bytes);

/// Takes off bytes what was put there. What is not there, longer than a number can be, or above what is accepted, is
/// read as 0 or empty, and so is all that follows; then has_failed().
class NumberReader {
 public:
  /// `bytes` must outlive it.
  explicit NumberReader(std::string_view bytes) : bytes_{bytes} {}

  [[nodiscard]] std::uint64_t number(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) noexcept;
  /// A number of 32 bits.
  [[nodiscard]] std::uint32_t small(std::uint32_t most = std::numeric_limits<std::uint32_t>::max()) noexcept {
    return static_cast<std::uint32_t>(number(most));
  }
  /// A number below `count`.
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

// Text under construction.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace podreel::memory {

/// Copies `text` to `to`; returns the end of the copy. Most texts are short, and cost less than a call of memcpy.
inline char* copy_short_text(std::string_view text, char* to) noexcept {
  // The first and the last half, which may overlap.
  const auto copy_halves = [&text, to]<class Half>(Half half) {
    std::memcpy(&half, text.data(), sizeof(half));
    std::memcpy(to, &half, sizeof(half));
    std::memcpy(&half, text.data() + text.size() - sizeof(half), sizeof(half));
    std::memcpy(to + text.size() - sizeof(half), &half, sizeof(half));
  };
  struct TwoWords {
    std::uint64_t words[2];
  };
  if (text.size() > 2 * sizeof(TwoWords)) {
    std::memcpy(to, text.data(), text.size());
  } else if (text.size() >= sizeof(TwoWords)) {
    copy_halves(TwoWords{});
  } else if (text.size() >= sizeof(std::uint64_t)) {
    copy_halves(std::uint64_t{});
  } else if (text.size() >= sizeof(std::uint32_t)) {
    copy_halves(std::uint32_t{});
  } else {
    for (std::size_t index = 0; index < text.size(); ++index) to[index] = text[index];
  }
  return to + text.size();
}

/// Grows as std::string does, but is cheap to append to, and needs no allocation for a text of usual size.
class TextBuffer {
 public:
  TextBuffer() noexcept = default;
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  ~TextBuffer() = default;

  [[nodiscard]] std::string_view view() const noexcept { return {begin_, size_}; }

  [[gnu::always_inline]] void push_back(char character) {
    if (size_ == capacity_) grow(1);
    begin_[size_++] = character;
  }
  /// `text` lies outside of the buffer.
  void append(std::string_view text) { set_end(copy_short_text(text, reserve(text.size()))); }

  /// Returns the end of the text, behind which `size` characters may be written; set_end() makes them part of it.
  [[nodiscard]] char* reserve(std::size_t size) {
    if (size > capacity_ - size_) grow(size);
    return begin_ + size_;
  }
  void set_end(const char* end) noexcept { size_ = static_cast<std::size_t>(end - begin_); }

 private:
  static constexpr std::size_t usual_size = 1'000;

  [[gnu::noinline]] void grow(std::size_t more) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + more);
    std::unique_ptr<char[]> larger{new char[capacity]};
    std::memcpy(larger.get(), begin_, size_);
    allocated_ = std::move(larger);
    begin_ = allocated_.get();
    capacity_ = capacity;
  }

  std::array<char, usual_size> first_;
  std::unique_ptr<char[]> allocated_;
  char* begin_ = first_.data();
  std::size_t size_ = 0;
  std::size_t capacity_ = usual_size;
};

}  // namespace podreel::memory

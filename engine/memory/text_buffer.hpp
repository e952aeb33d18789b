// Text under construction.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace podreel::memory {

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
  [[gnu::always_inline]] void append(std::string_view text) {
    if (text.size() > capacity_ - size_) grow(text.size());
    std::copy(text.begin(), text.end(), begin_ + size_);
    size_ += text.size();
  }

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

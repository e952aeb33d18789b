// A short text that many objects hold: eight bytes, and one copy for those that were made alike.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fmt/core.h>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/memory/holder_count.hpp"

namespace podreel::memory {

/// For looking texts up, within one process: another machine may have other hashes.
[[nodiscard]] inline std::size_t text_hash(std::string_view text) noexcept {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  constexpr std::size_t word_size = sizeof(std::uint64_t);
  std::uint64_t hash = text.size() * factor;
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * factor;
    hash ^= hash >> 32U;
  };
  const char* at = text.data();
  std::uint64_t word = 0;
  for (std::size_t left = text.size(); left > 0;) {
    if (left >= word_size) {
      std::memcpy(&word, at, word_size);
      at += word_size;
      left -= word_size;
    } else {
      for (word = 0; left > 0; --left) word = word << 8U | static_cast<unsigned char>(*at++);
    }
    add(word);
  }
  return static_cast<std::size_t>(hash);
}

/// An immutable text whose copies share their characters. A text that the thread has made not long ago is shared, too:
/// condition types, reasons and images stand in memory once, not once a pod. May be copied to other threads.
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): one assignment copies and moves.
class Text {
 public:
  Text() noexcept = default;
  Text(std::string_view text) : characters_{characters_of(text)} {}  // NOLINT(google-explicit-constructor)
  Text(const char* text) : Text{std::string_view{text}} {}           // NOLINT(google-explicit-constructor)
  Text(const std::string& text) : Text{std::string_view{text}} {}    // NOLINT(google-explicit-constructor)
  /// One after the other.
  [[nodiscard]] static Text joined(std::span<const std::string_view> parts);
  [[nodiscard]] static Text joined(std::initializer_list<std::string_view> parts) {
    return joined(std::span{parts.begin(), parts.size()});
  }
  [[gnu::always_inline]] Text(const Text& other) noexcept : characters_{other.characters_} { hold(characters_); }
  Text(Text&& other) noexcept : characters_{std::exchange(other.characters_, nullptr)} {}
  Text& operator=(Text other) noexcept {
    std::swap(characters_, other.characters_);
    return *this;
  }
  [[gnu::always_inline]] ~Text() {
    if (characters_ != nullptr) release(characters_);
  }

  [[nodiscard]] bool empty() const noexcept { return characters_ == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return view().size(); }
  /// `text_hash` of it, known beforehand.
  [[nodiscard]] std::size_t hash() const noexcept { return characters_ == nullptr ? text_hash({}) : characters_->hash; }
  /// Valid as long as a text of these characters is.
  [[nodiscard]] std::string_view view() const noexcept {
    return characters_ == nullptr ? std::string_view{} : std::string_view{characters_->first(), characters_->size};
  }
  operator std::string_view() const noexcept { return view(); }  // NOLINT(google-explicit-constructor)
  operator std::string() const { return std::string{view()}; }   // NOLINT(google-explicit-constructor)

  /// In most cases, the pointers or the hashes decide.
  [[gnu::always_inline]] friend bool operator==(const Text& left, const Text& right) noexcept {
    return left.characters_ == right.characters_ || (left.hash() == right.hash() && left.says(right.view()));
  }
  /// In most cases, the first eight bytes decide.
  friend std::strong_ordering operator<=>(const Text& left, const Text& right) noexcept {
    if (left.characters_ == right.characters_) return std::strong_ordering::equal;
    if (left.size() >= sizeof(std::uint64_t) && right.size() >= sizeof(std::uint64_t)) {
      const std::strong_ordering order = left.first_bytes() <=> right.first_bytes();
      if (order != std::strong_ordering::equal) return order;
    }
    return left.view() <=> right.view();
  }
  template <class Other>
  requires(!std::same_as<Other, Text> && std::convertible_to<const Other&, std::string_view>) friend bool operator==(
      const Text& left, const Other& right) noexcept {
    return left.view() == std::string_view{right};
  }
  template <class Other>
  requires(!std::same_as<Other, Text> &&
           std::convertible_to<const Other&, std::string_view>) friend std::strong_ordering
  operator<=>(const Text& left, const Other& right) noexcept {
    return left.view() <=> std::string_view{right};
  }

  friend std::string operator+(std::string left, const Text& right) { return left += right.view(); }
  friend std::string operator+(const Text& left, std::string_view right) { return std::string{left} += right; }

 private:
  /// Header in front of the text's characters.
  struct Characters {
    HolderCount holders;
    std::uint32_t size;
    std::size_t hash;

    [[nodiscard]] char* first() noexcept { return reinterpret_cast<char*>(this + 1); }
  };

  /// As a number in whose order texts are, too; there must be eight.
  [[nodiscard]] std::uint64_t first_bytes() const noexcept {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, characters_->first(), sizeof(bytes));
    return std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
  }
  /// Null for an empty text.
  [[nodiscard]] static Characters* characters_of(std::string_view text);
  /// Not inline: texts of one hash are mostly one text.
  [[nodiscard]] bool says(std::string_view text) const noexcept;
  [[nodiscard]] static Characters* copy_of(std::string_view text, std::size_t hash);
  [[gnu::always_inline]] static void hold(Characters* characters) noexcept {
    if (characters != nullptr) characters->holders.add();
  }
  [[gnu::always_inline]] static void release(Characters* characters) noexcept {
    if (characters->holders.remove()) destroy(characters);
  }
  static void destroy(Characters* characters) noexcept;

  Characters* characters_ = nullptr;
};

}  // namespace podreel::memory

// Comparisons through ranges take a text for a view of its characters.
template <template <class> class Qualified, template <class> class OtherQualified>
struct std::basic_common_reference<podreel::memory::Text, std::string_view, Qualified, OtherQualified> {
  using type = std::string_view;
};
template <template <class> class Qualified, template <class> class OtherQualified>
struct std::basic_common_reference<std::string_view, podreel::memory::Text, Qualified, OtherQualified> {
  using type = std::string_view;
};
template <template <class> class Qualified, template <class> class OtherQualified>
struct std::basic_common_reference<podreel::memory::Text, std::string, Qualified, OtherQualified> {
  using type = std::string_view;
};
template <template <class> class Qualified, template <class> class OtherQualified>
struct std::basic_common_reference<std::string, podreel::memory::Text, Qualified, OtherQualified> {
  using type = std::string_view;
};

template <>
struct fmt::formatter<podreel::memory::Text> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(const podreel::memory::Text& text, Context& context) const {
    const std::string_view view = text;
    return fmt::formatter<fmt::string_view>::format({view.data(), view.size()}, context);
  }
};

// Sets of kinds of records.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Some of Payload's alternatives.
class Kinds {
 public:
  Kinds() = default;
  [[nodiscard]] static Kinds all() noexcept { return Kinds{Bits{}.set()}; }
  template <class... What>
  [[nodiscard]] static Kinds of() noexcept {
    Kinds kinds;
    (kinds.bits_.set(index_of<What>()), ...);
    return kinds;
  }
  /// Kinds that show activity; loops, relists and syncs continue for ever.
  [[nodiscard]] static Kinds activity_kinds() noexcept { return of<Environment, Status, Api, Event>(); }
  /// The kind of that name ("runtime"); all if no kind has it.
  [[nodiscard]] static Kinds named(std::string_view name) noexcept;

  template <class What>
  [[nodiscard]] bool contain() const noexcept {
    return bits_[index_of<What>()];
  }
  [[nodiscard]] bool contain(const Payload& payload) const noexcept { return bits_[payload.index()]; }

  Kinds& operator|=(Kinds more) noexcept {
    bits_ |= more.bits_;
    return *this;
  }
  friend Kinds operator|(Kinds left, Kinds right) noexcept { return left |= right; }
  friend bool operator==(const Kinds&, const Kinds&) = default;

 private:
  using Bits = std::bitset<std::variant_size_v<Payload>>;

  explicit Kinds(Bits bits) noexcept : bits_{bits} {}

  template <class What>
  [[nodiscard]] static constexpr std::size_t index_of() noexcept {
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return ((std::is_same_v<What, std::variant_alternative_t<Index, Payload>> ? Index : 0) + ...);
    }
    (std::make_index_sequence<std::variant_size_v<Payload>>{});
  }

  Bits bits_;
};

}  // namespace podreel::trace

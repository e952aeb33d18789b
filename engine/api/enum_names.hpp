// The texts of an enum's values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace podreel::api {

/// A text for each of the values of `Enum`, which count up from 0.
template <class Enum, std::size_t count>
struct EnumNames {
  std::array<std::string_view, count> names;

  [[nodiscard]] constexpr std::string_view operator[](Enum value) const noexcept {
    return names[static_cast<std::size_t>(value)];
  }

  [[nodiscard]] constexpr std::optional<Enum> find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
  }
};

/// In the order of the values.
template <class Enum, class... Names>
[[nodiscard]] constexpr EnumNames<Enum, sizeof...(Names)> enum_names(const Names&... names) {
  return {{std::string_view{names}...}};
}

}  // namespace podreel::api

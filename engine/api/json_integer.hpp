// Integers of JSON, which may be larger than any integer type.
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace podreel::api {

/// Returns an integer; no value for other types, and for integers that `Number` cannot hold.
template <std::integral Number>
[[nodiscard]] std::optional<Number> exact_integer(const nlohmann::json& value) {
  const auto in_range = [](auto number) {
    return std::in_range<Number>(number) ? std::optional{static_cast<Number>(number)} : std::nullopt;
  };
  if (value.is_number_unsigned()) return in_range(value.get<std::uint64_t>());
  return value.is_number_integer() ? in_range(value.get<std::int64_t>()) : std::nullopt;
}

}  // namespace podreel::api

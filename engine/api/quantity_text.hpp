// The parts of a quantity's text, and its suffixes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/quantity.hpp"

namespace podreel::api {

/// "-12.50Ki" taken apart: the sign, the digits before the point without leading zeros ("0" if none are left), the
/// digits behind it, and what the suffix means: times `base`^`exponent`.
struct QuantityText {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  int base = 10;
  std::int32_t exponent = 0;
  Quantity::Format format = Quantity::Format::decimal_si;
};

/// Nothing if `text` is not a quantity.
[[nodiscard]] std::optional<QuantityText> split_quantity(std::string_view text);

/// The suffix for a power of ten (of 2, for binary); empty if the format has none for it, as upstream prints 1000E
/// (apimachinery, pkg/api/resource/suffix.go).
[[nodiscard]] std::string quantity_suffix(Quantity::Format format, std::int32_t exponent);

}  // namespace podreel::api

#include "engine/api/quantity_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace podreel::api {

namespace {

struct QuantitySuffix {
  std::string_view text;
  int base;
  std::int32_t exponent;
};

constexpr std::array quantity_suffixes{
    QuantitySuffix{"", 10, 0},   QuantitySuffix{"n", 10, -9}, QuantitySuffix{"u", 10, -6}, QuantitySuffix{"m", 10, -3},
    QuantitySuffix{"k", 10, 3},  QuantitySuffix{"M", 10, 6},  QuantitySuffix{"G", 10, 9},  QuantitySuffix{"T", 10, 12},
    QuantitySuffix{"P", 10, 15}, QuantitySuffix{"E", 10, 18}, QuantitySuffix{"Ki", 2, 10}, QuantitySuffix{"Mi", 2, 20},
    QuantitySuffix{"Gi", 2, 30}, QuantitySuffix{"Ti", 2, 40}, QuantitySuffix{"Pi", 2, 50}, QuantitySuffix{"Ei", 2, 60},
};

std::string_view take_digits(std::string_view& text) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

/// "e3", "E-6", "e+21".
std::optional<std::int32_t> decimal_exponent(std::string_view suffix) {
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix.starts_with('+')) {
    suffix.remove_prefix(1);
    if (suffix.starts_with('-')) return std::nullopt;
  }
  // No real amount comes near; without a bound a few bytes of input would cost unbounded arithmetic.
  constexpr std::int32_t maximum = 1000;
  std::int32_t exponent = 0;
  const auto [end, error] = std::from_chars(suffix.data(), suffix.data() + suffix.size(), exponent);
  const bool whole = error == std::errc{} && end == suffix.data() + suffix.size();
  if (!whole || exponent > maximum || exponent < -maximum) return std::nullopt;
  return exponent;
}

bool read_suffix(std::string_view text, QuantityText& parts) {
  for (const QuantitySuffix& suffix : quantity_suffixes) {
    if (suffix.text != text) continue;
    parts.base = suffix.base;
    parts.exponent = suffix.exponent;
    parts.format = suffix.base == 2 ? Quantity::Format::binary_si : Quantity::Format::decimal_si;
    return true;
  }
  const std::optional<std::int32_t> exponent = decimal_exponent(text);
  if (!exponent) return false;
  parts.exponent = *exponent;
  parts.format = Quantity::Format::decimal_exponent;
  return true;
}

}  // namespace

std::optional<QuantityText> split_quantity(std::string_view text) {
  // No real amount has that many digits; exact arithmetic is quadratic in their number.
  constexpr std::size_t max_length = 1'000;
  QuantityText parts;
  if (text.empty() || text.size() > max_length) return std::nullopt;
  if (text[0] == '-' || text[0] == '+') {
    parts.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const std::string_view whole = take_digits(text);
  bool has_digits = !whole.empty();
  parts.whole = whole.substr(std::min(whole.find_first_not_of('0'), whole.size()));
  if (parts.whole.empty()) parts.whole = "0";
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.fraction = take_digits(text);
    has_digits = has_digits || !parts.fraction.empty();
  }
  if (!has_digits || !read_suffix(text, parts)) return std::nullopt;
  return parts;
}

std::string quantity_suffix(Quantity::Format format, std::int32_t exponent) {
  if (format == Quantity::Format::decimal_exponent) return exponent == 0 ? "" : fmt::format("e{}", exponent);
  const int base = format == Quantity::Format::binary_si ? 2 : 10;
  for (const QuantitySuffix& suffix : quantity_suffixes) {
    if (suffix.exponent == exponent && (suffix.base == base || exponent == 0)) return std::string{suffix.text};
  }
  return "";
}

}  // namespace podreel::api

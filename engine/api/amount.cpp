#include "engine/api/amount.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace podreel::api {

namespace {

struct Suffix {
  std::string_view name;
  std::int64_t factor;
  int power_of_ten;
};

// Binary suffixes are factors of the nano unit's 10^9.
constexpr std::array suffixes{
    Suffix{"n", 1, 0},          Suffix{"u", 1, 3},          Suffix{"m", 1, 6},          Suffix{"", 1, 9},
    Suffix{"k", 1, 12},         Suffix{"M", 1, 15},         Suffix{"G", 1, 18},         Suffix{"T", 1, 21},
    Suffix{"P", 1, 24},         Suffix{"E", 1, 27},         Suffix{"Ki", 1LL << 10, 9}, Suffix{"Mi", 1LL << 20, 9},
    Suffix{"Gi", 1LL << 30, 9}, Suffix{"Ti", 1LL << 40, 9}, Suffix{"Pi", 1LL << 50, 9}, Suffix{"Ei", 1LL << 60, 9},
};

constexpr int power_of_whole = 9;
constexpr int power_of_milli = 6;

/// Returns the value of digits and a suffix, rounded up to a multiple of 10^`power` nano units. No value for other
/// forms and for large numbers.
std::optional<std::int64_t> plain_value(std::string_view text, int power) {
  constexpr std::size_t max_digits = 15;
  std::int64_t value = 0;
  std::size_t end = 0;
  for (; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end) {
    if (end == max_digits) return std::nullopt;
    value = value * 10 + (text[end] - '0');
  }
  const std::string_view name = text.substr(end);
  const auto suffix = std::ranges::find(suffixes, name, &Suffix::name);
  if (end == 0 || suffix == suffixes.end()) return std::nullopt;
  if (__builtin_mul_overflow(value, suffix->factor, &value)) return std::nullopt;
  std::int64_t divisor = 1;
  for (int step = suffix->power_of_ten; step < power; ++step) divisor *= 10;
  for (int step = power; step < suffix->power_of_ten; ++step) {
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) return std::nullopt;
  }
  return value / divisor + (value % divisor == 0 ? 0 : 1);
}

/// The suffix as a factor; "e3" and "E-2" are powers of ten. Out of reach counts as absurdly large or small.
Suffix read_suffix(std::string_view text) {
  for (const Suffix& suffix : suffixes) {
    if (suffix.name == text) return suffix;
  }
  constexpr int limit = 100;
  std::string_view digits = text.substr(1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  return {text, 1, std::clamp(exponent, -limit, limit) + 9};
}

std::int64_t rounded_up(const Amount& nano, std::int64_t unit) {
  Amount units = nano / unit;
  if (nano > 0 && units * unit != nano) ++units;
  const Amount maximum = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp<Amount>(units, -maximum, maximum));
}

}  // namespace

Amount nano_units(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const Suffix suffix = read_suffix(text.substr(end));
  Amount mantissa = 0;
  int scale = suffix.power_of_ten;
  bool after_point = false;
  for (const char character : text.substr(0, end)) {
    if (character == '.') {
      after_point = true;
      continue;
    }
    mantissa = mantissa * 10 + (character - '0');
    if (after_point) --scale;
  }
  mantissa *= suffix.factor;
  const Amount power = boost::multiprecision::pow(Amount{10}, static_cast<unsigned>(std::abs(scale)));
  mantissa = scale < 0 ? Amount{mantissa / power} : Amount{mantissa * power};
  return negative ? Amount{-mantissa} : mantissa;
}

std::int64_t whole_value(std::string_view quantity) {
  if (const auto plain = plain_value(quantity, power_of_whole)) return *plain;
  return rounded_up(nano_units(quantity), 1'000'000'000);
}

std::int64_t milli_value(std::string_view quantity) {
  if (const auto plain = plain_value(quantity, power_of_milli)) return *plain;
  return rounded_up(nano_units(quantity), 1'000'000);
}

}  // namespace podreel::api

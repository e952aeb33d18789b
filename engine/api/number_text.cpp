#include "engine/api/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <version>

namespace podreel::api {

namespace {

/// A decimal number in parts: 0.`digits` times ten to the power of `point`.
struct DecimalParts {
  bool negative = false;
  std::string digits;
  int point = 0;
};

template <class Float>
DecimalParts shortest(Float value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  DecimalParts result;
  for (const char* at = buffer.data(); at != end.ptr; ++at) {
    if (*at == 'e') {
      result.point = std::atoi(at + 1) + 1;
      break;
    }
    if (*at == '-') result.negative = true;
    if (*at >= '0' && *at <= '9') result.digits.push_back(*at);
  }
  return result;
}

std::string fixed(const DecimalParts& number) {
  const auto size = static_cast<int>(number.digits.size());
  std::string text = number.negative ? "-" : "";
  if (number.point <= 0) return text + "0." + std::string(static_cast<std::size_t>(-number.point), '0') + number.digits;
  if (number.point >= size) {
    return text + number.digits + std::string(static_cast<std::size_t>(number.point - size), '0');
  }
  const auto point = static_cast<std::size_t>(number.point);
  return text + number.digits.substr(0, point) + "." + number.digits.substr(point);
}

std::string scientific(const DecimalParts& number, int exponent_digits) {
  std::string text = number.negative ? "-" : "";
  text += number.digits.front();
  if (number.digits.size() > 1) text += "." + number.digits.substr(1);
  const int exponent = number.point - 1;
  return text + fmt::format("e{}{:0{}}", exponent < 0 ? '-' : '+', std::abs(exponent), exponent_digits);
}

}  // namespace

std::string go_json_number(double value) {
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  const DecimalParts number = shortest(value);
  const bool large = number.point > 21;
  const bool small = number.point < -5;
  if (large) return scientific(number, 2);
  return small ? scientific(number, 1) : fixed(number);
}

std::string go_key_number(double value) {
  if (value == 0) return "0";
  const DecimalParts number = shortest(static_cast<float>(value));
  const int exponent = number.point - 1;
  const bool large = exponent >= std::max(static_cast<int>(number.digits.size()), 21);
  return large || exponent < -4 ? scientific(number, 2) : fixed(number);
}

std::optional<double> read_real(std::string_view decimal) {
#ifdef __cpp_lib_to_chars
  double value = 0;
  const auto read = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (read.ec != std::errc{}) return std::nullopt;
  return value;
#else
  // LLVM's library reads no such numbers yet; the one that Emscripten has knows no locale but "C".
  const double value = std::strtod(std::string{decimal}.c_str(), nullptr);
  const bool is_too_small =
      value == 0 && decimal.substr(0, decimal.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
  if (is_too_small || !std::isfinite(value)) return std::nullopt;
  return value;
#endif
}

}  // namespace podreel::api

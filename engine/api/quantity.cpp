#include "engine/api/quantity.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <limits>

#include "engine/api/enum_names.hpp"
#include "engine/api/quantity_text.hpp"

namespace podreel::api {

namespace {

using BigInteger = boost::multiprecision::cpp_int;
using QuantityFormat = Quantity::Format;

constexpr std::int32_t nano_places = 9;
constexpr std::int32_t milli_places = 3;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

BigInteger power_of_ten(std::int32_t exponent) {
  return boost::multiprecision::pow(BigInteger{10}, static_cast<unsigned>(exponent));
}

BigInteger magnitude(const Decimal& decimal) {
  return decimal.digits.empty() ? BigInteger{0} : BigInteger{decimal.digits};
}

std::string digits_of(const BigInteger& value) {
  return value == 0 ? std::string{} : value.str();
}

/// A magnitude with a number of decimal places, changed to `places`; away from zero where digits are lost.
BigInteger rescaled(const BigInteger& value, std::int32_t from, std::int32_t places) {
  if (from <= places) return value * power_of_ten(places - from);
  const BigInteger divisor = power_of_ten(from - places);
  return (value + divisor - 1) / divisor;
}

/// The number that `parts` spell: a magnitude and its decimal places.
std::pair<BigInteger, std::int32_t> spelled_number(const QuantityText& parts) {
  std::string digits{parts.whole};
  digits += parts.fraction;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  BigInteger value{digits};
  auto places = static_cast<std::int32_t>(parts.fraction.size());
  if (parts.base == 2) {
    value <<= static_cast<unsigned>(parts.exponent);
  } else {
    places -= parts.exponent;
  }
  return {value, places};
}

QuantityFormat binary_below_one_is_decimal(QuantityFormat format, const BigInteger& value, std::int32_t places) {
  const bool below_one = value > 0 && value < rescaled(1, 0, std::max(places, 0));
  return format == QuantityFormat::binary_si && below_one ? QuantityFormat::decimal_si : format;
}

/// Number of decimal digits for which upstream uses its integer form; negative: never.
int spare_digits(const QuantityText& parts) {
  const int whole = static_cast<int>(parts.whole.size());
  const int fraction = static_cast<int>(parts.fraction.size());
  if (parts.base == 10) return 18 - whole - fraction;
  return fraction > 0 ? -1 : 15 - whole - parts.exponent * 3 / 10 - 1;
}

/// Whether upstream keeps the text while parsing. A cheap test: it misses some canonical texts.
bool looks_canonical(const QuantityText& parts, std::string_view digits, std::int64_t number, std::int32_t scale) {
  if (parts.format == QuantityFormat::binary_si) return (number & 7) != 0;
  return scale % 3 == 0 && !digits.ends_with("000") && digits[0] != '0';
}

struct IntegerForm {
  std::int64_t value;
  std::int32_t scale;
  bool keep_text;
};

std::optional<IntegerForm> integer_form(const QuantityText& parts) {
  const std::int32_t scale = (parts.base == 10 ? parts.exponent : 0) - static_cast<std::int32_t>(parts.fraction.size());
  if (spare_digits(parts) < 0 || scale < -nano_places) return std::nullopt;
  std::string digits{parts.whole};
  digits += parts.fraction;
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const std::int64_t factor = parts.base == 2 ? std::int64_t{1} << parts.exponent : 1;
  const std::int64_t value = number * factor * (parts.negative ? -1 : 1);
  return IntegerForm{value, scale, looks_canonical(parts, digits, number, scale)};
}

/// A number and the power of ten that its trailing zeros make, the power a multiple of three.
std::pair<BigInteger, std::int32_t> in_thousands(BigInteger value, std::int32_t places) {
  std::int32_t exponent = -places;
  while (value != 0 && value % 10 == 0) {
    value /= 10;
    ++exponent;
  }
  while (exponent % 3 != 0) {
    value *= 10;
    --exponent;
  }
  return {value, exponent};
}

}  // namespace

std::optional<Quantity> Quantity::parse(std::string_view text) {
  Quantity result;
  if (text == "0") {
    result.format_ = QuantityFormat::decimal_si;
    result.kept_text_ = text;
    return result;
  }
  const std::optional<QuantityText> parts = split_quantity(text);
  if (!parts) return std::nullopt;
  result.format_ = parts->format;
  if (const std::optional<IntegerForm> form = integer_form(*parts)) {
    result.value_ = form->value;
    result.scale_ = form->scale;
    if (form->keep_text) result.kept_text_ = text;
    return result;
  }
  auto [value, places] = spelled_number(*parts);
  value = rescaled(value, places, nano_places);
  places = nano_places;
  if (parts->format == QuantityFormat::binary_si && value > largest * power_of_ten(nano_places)) {
    value = largest;
    places = 0;
  }
  result.format_ = binary_below_one_is_decimal(parts->format, value, places);
  result.decimal_ = Decimal{parts->negative && value != 0, digits_of(value), places};
  return result;
}

std::optional<OldQuantity> parse_old_quantity(std::string_view text) {
  const std::optional<QuantityText> parts = split_quantity(text);
  if (!parts) return std::nullopt;
  auto [value, places] = spelled_number(*parts);
  value = rescaled(value, places, milli_places);
  value = std::min(value, BigInteger{largest * power_of_ten(milli_places)});
  const Decimal amount{parts->negative && value != 0, digits_of(value), milli_places};
  return OldQuantity{amount, binary_below_one_is_decimal(parts->format, value, milli_places)};
}

Decimal Quantity::as_decimal() const {
  if (decimal_) return *decimal_;
  BigInteger value = value_;
  const bool negative = value < 0;
  return {negative, digits_of(negative ? BigInteger{-value} : value), -scale_};
}

std::string Quantity::text() const {
  return kept_text_.empty() ? canonical() : kept_text_;
}

std::string Quantity::canonical() const {
  const Decimal decimal = as_decimal();
  BigInteger value = magnitude(decimal);
  if (value == 0) return "0";
  QuantityFormat format = format_ == QuantityFormat::none ? QuantityFormat::decimal_exponent : format_;
  const BigInteger whole = rescaled(value, decimal.scale, 0);
  const bool exact = decimal.scale <= 0 || whole * power_of_ten(decimal.scale) == value;
  const bool small = whole < 1024 || (whole == 1024 && !exact);
  if (format == QuantityFormat::binary_si && (small || !exact)) format = QuantityFormat::decimal_si;
  const std::string sign = decimal.negative ? "-" : "";
  if (format != QuantityFormat::binary_si) {
    const auto [number, exponent] = in_thousands(value, decimal.scale);
    return sign + number.str() + quantity_suffix(format, exponent);
  }
  value = whole;
  std::int32_t exponent = 0;
  while (value % 1024 == 0) {
    value /= 1024;
    exponent += 10;
  }
  return sign + value.str() + quantity_suffix(format, exponent);
}

void Quantity::round_up_to_milli() {
  if (decimal_) {
    decimal_->digits = digits_of(rescaled(magnitude(*decimal_), decimal_->scale, milli_places));
    decimal_->scale = milli_places;
    kept_text_.clear();
    return;
  }
  if (scale_ >= -milli_places) return;
  kept_text_.clear();
  for (; scale_ < -milli_places; ++scale_) {
    const std::int64_t away = value_ % 10 == 0 ? 0 : (value_ > 0 ? 1 : -1);
    value_ = value_ / 10 + away;
  }
}

std::strong_ordering operator<=>(const Quantity& left, const Quantity& right) {
  const Decimal a = left.as_decimal();
  const Decimal b = right.as_decimal();
  const std::int32_t places = std::max(a.scale, b.scale);
  BigInteger x = rescaled(magnitude(a), a.scale, places);
  BigInteger y = rescaled(magnitude(b), b.scale, places);
  if (a.negative) x = -x;
  if (b.negative) y = -y;
  return x.compare(y) <=> 0;
}

std::vector<std::uint64_t> words_of(const Decimal& decimal) {
  std::vector<std::uint64_t> words;
  for (BigInteger value = magnitude(decimal); value != 0; value >>= 64) {
    words.push_back(static_cast<std::uint64_t>(value & std::numeric_limits<std::uint64_t>::max()));
  }
  return words;
}

std::string_view format_name(Quantity::Format format) noexcept {
  constexpr auto names = enum_names<Quantity::Format>("", "DecimalExponent", "DecimalSI", "BinarySI");
  return names[format];
}

std::string_view Quantity::format_name() const noexcept {
  return api::format_name(format_);
}

}  // namespace podreel::api

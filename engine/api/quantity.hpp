// resource.Quantity: how Kubernetes writes amounts of resources, and what its two in-memory forms look like.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::api {

/// A decimal number of any length: `digits` * 10^-scale, as Go's inf.Dec.
struct Decimal {
  bool negative = false;
  /// Without leading zeros; empty for 0.
  std::string digits{};
  std::int32_t scale = 0;
};

/// A parsed quantity (apimachinery pkg/api/resource, releases from 1.3 on). Upstream keeps what fits into a 64-bit
/// integer and a power of ten, and everything else as a decimal of any length; both forms are distinguished here
/// because container hashes up to 1.15 print them.
class Quantity {
 public:
  enum class Format : std::uint8_t { none, decimal_exponent, decimal_si, binary_si };

  /// The zero value, as of a field that is absent: no format.
  Quantity() = default;

  /// Reads "100m", "1.5Gi", "5e-3" …; nothing if the text is none. Values finer than nano are rounded up, binary
  /// values above 2^63-1 are capped there.
  [[nodiscard]] static std::optional<Quantity> parse(std::string_view text);

  /// Returns the text that String() prints: the one it was parsed from if upstream recognises that as canonical while
  /// parsing, else the canonical form.
  [[nodiscard]] std::string text() const;
  /// The canonical form: no fraction, the largest suffix without loss.
  [[nodiscard]] std::string canonical() const;
  /// The text kept from parsing (upstream's `s`); often empty although the text was canonical, as upstream only looks
  /// at what is cheap to look at.
  [[nodiscard]] const std::string& kept_text() const noexcept { return kept_text_; }

  [[nodiscard]] Format format() const noexcept { return format_; }
  /// "DecimalSI", "BinarySI", "DecimalExponent" or "".
  [[nodiscard]] std::string_view format_name() const noexcept;

  /// The integer form: value * 10^scale. Zero while `decimal()` has a value.
  [[nodiscard]] std::int64_t value() const noexcept { return value_; }
  [[nodiscard]] std::int32_t scale() const noexcept { return scale_; }
  [[nodiscard]] const std::optional<Decimal>& decimal() const noexcept { return decimal_; }

  /// Rounds away from zero to a multiple of 1/1000, as SetDefaults_ResourceList does to every resource list.
  void round_up_to_milli();

  /// By value: "1" equals "1000m".
  friend std::strong_ordering operator<=>(const Quantity& left, const Quantity& right);
  friend bool operator==(const Quantity& left, const Quantity& right) { return (left <=> right) == 0; }

 private:
  [[nodiscard]] Decimal as_decimal() const;

  std::int64_t value_ = 0;
  std::int32_t scale_ = 0;
  Format format_ = Format::none;
  std::optional<Decimal> decimal_;
  std::string kept_text_;
};

/// The magnitude as 64-bit words, least significant first, as Go's big.Int keeps it; none for 0.
[[nodiscard]] std::vector<std::uint64_t> words_of(const Decimal& decimal);

/// Quantity as Kubernetes 1.2 parsed every one: a decimal with three places, rounded up and capped at 2^63-1. No value
/// if the text is not a quantity.
struct OldQuantity {
  Decimal amount;
  Quantity::Format format = Quantity::Format::none;
};
[[nodiscard]] std::optional<OldQuantity> parse_old_quantity(std::string_view text);

[[nodiscard]] std::string_view format_name(Quantity::Format format) noexcept;

}  // namespace podreel::api

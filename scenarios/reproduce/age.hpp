// Parses ages as kubectl prints them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::reproduce {

/// An age that was rounded down when it was printed: at least `minimum`, less than `maximum`.
struct Age {
  sim::Duration minimum{};
  sim::Duration maximum{};

  [[nodiscard]] sim::Duration middle() const noexcept { return minimum + (maximum - minimum) / 2; }
  /// Distance of `age` from the range; 0 inside it.
  [[nodiscard]] sim::Duration distance(sim::Duration age) const noexcept;
};

/// Parses every form of age that any release of kubectl prints: "5s", "3m11s", "68m", "7d18h", "2y1d". "<invalid>" is
/// 0. Returns no value for other texts, including "<unknown>", and for ages beyond max_age.
[[nodiscard]] std::optional<Age> parse_age(std::string_view text);

/// Upper bound of accepted ages.
inline constexpr sim::Duration max_age = std::chrono::hours{24 * 366 * 20};

}  // namespace podreel::reproduce

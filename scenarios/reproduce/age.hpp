// Ages as kubectl prints them, read back.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::reproduce {

/// An age that was rounded down when it was printed: at least `least`, less than `most`.
struct Age {
  sim::Duration least{};
  sim::Duration most{};

  [[nodiscard]] sim::Duration middle() const noexcept { return least + (most - least) / 2; }
  /// How far `age` lies outside.
  [[nodiscard]] sim::Duration distance(sim::Duration age) const noexcept;
};

/// "5s", "3m11s", "68m", "7d18h", "2y1d": every form that kubectl of some release prints. "<invalid>" is 0. Nothing for
/// other texts, "<unknown>" among them, and for more than longest_age.
[[nodiscard]] std::optional<Age> parse_age(std::string_view text);

/// Nothing that is looked at is older.
inline constexpr sim::Duration longest_age = std::chrono::hours{24 * 366 * 20};

}  // namespace podreel::reproduce

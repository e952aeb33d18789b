// A Kubernetes release: "1.28" or "1.28.7".
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::release {

/// Kubernetes 1.`minor`.`patch`. Only engine/release compares these; everything else asks `Behaviour`.
struct Release {
  int minor = 30;
  int patch = 0;

  friend auto operator<=>(const Release&, const Release&) = default;
};

/// 1.`minor`.`patch`.
constexpr Release v(int minor, int patch = 0) {
  return {minor, patch};
}

inline constexpr int oldest_minor = 2;
inline constexpr int oldest_simulated_minor = 7;
inline constexpr int newest_minor = 36;

/// Reads "1.30", "v1.30", "1.30.7" or "v1.30.7". A release without a patch means the newest patch known of that minor.
/// Nothing if the text has another form or names a minor outside 1.2 and 1.7 … 1.36.
[[nodiscard]] std::optional<Release> parse_release(std::string_view text);

/// "1.30.7".
[[nodiscard]] std::string to_string(Release release);

/// "1.30".
[[nodiscard]] std::string minor_string(Release release);

/// The newest patch of every minor that podreel knows, oldest first: 1.7 … 1.36.
[[nodiscard]] const std::vector<Release>& simulated_releases();

}  // namespace podreel::release

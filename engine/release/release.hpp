// A Kubernetes release: "1.28" or "1.28.7".
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::release {

/// Kubernetes 1.`minor`.`patch`. Only engine/release writes these down and compares them; everything else asks
/// `Behaviour`.
struct Release {
  int minor = 30;
  int patch = 0;

  friend auto operator<=>(const Release&, const Release&) = default;
};

/// 1.`minor`.`patch`.
constexpr Release v(int minor, int patch = 0) {
  return {minor, patch};
}

/// A half-open range of releases: [since, until). Without `until` it is open-ended.
struct ReleaseRange {
  Release since;
  std::optional<Release> until;
  [[nodiscard]] bool contains(Release release) const noexcept {
    return release >= since && (!until || release < *until);
  }
};

/// Exactly this patch, and any patch of its minor.
[[nodiscard]] ReleaseRange exactly(Release release) noexcept;
[[nodiscard]] ReleaseRange any_patch_of(Release release) noexcept;

/// Two releases, one after the other, as examples in texts.
inline constexpr std::array<std::string_view, 2> example_releases{"1.29", "1.30"};

/// Reads "1.30", "v1.30", "1.30.7" or "v1.30.7". A release without a patch means the newest patch known of that minor.
/// Nothing if the text has another form or names a minor outside known_releases().
[[nodiscard]] std::optional<Release> parse_release(std::string_view text);

/// "1.30.7".
[[nodiscard]] std::string to_string(Release release);

/// "1.30".
[[nodiscard]] std::string minor_string(Release release);

/// The newest patch of every minor that podreel knows, oldest first: those it simulates, and before them those of which
/// it knows the hashes of containers only.
[[nodiscard]] const std::vector<Release>& known_releases();

/// The newest patch of every minor that podreel simulates, oldest first.
[[nodiscard]] const std::vector<Release>& simulated_releases();
[[nodiscard]] bool is_simulated(Release release);
[[nodiscard]] Release oldest_release();
[[nodiscard]] Release newest_release();

/// The kubelet where nothing else is said.
[[nodiscard]] Release default_release();

/// Releases beside simulated_releases() whose static pods were recorded, oldest first.
[[nodiscard]] const std::vector<Release>& recorded_releases();

}  // namespace podreel::release

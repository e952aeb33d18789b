// The patch releases that exist, and which of them answers for one that podreel does not know.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::release {

struct PatchRelease {
  Release release;
  /// "2026-08-26"; empty where none was found.
  std::string_view date;
};

/// All patch releases of the minors whose dates were looked for, oldest first.
[[nodiscard]] std::span<const PatchRelease> patch_releases();

/// The patch releases of a minor that podreel knows; without dates if they were not looked for.
struct KnownMinor {
  int minor = 0;
  int newest_patch = 0;
  /// No further patch release will follow.
  bool has_ended = false;
};

/// The newest patch release that podreel knows.
[[nodiscard]] constexpr Release newest_of(const KnownMinor& minor) noexcept {
  return {minor.minor, minor.newest_patch};
}

/// Every minor that podreel knows, oldest first.
[[nodiscard]] std::span<const KnownMinor> known_minors();

/// Null if podreel does not know the minor.
[[nodiscard]] const KnownMinor* find_minor(int minor) noexcept;

/// Whether a minor can have this patch release: it exists, or may follow the newest one that podreel knows.
[[nodiscard]] bool can_exist(const KnownMinor& minor, int patch) noexcept;

/// Says which release answers for one that podreel does not know, in one sentence: "podreel does not know 1.36.9 and
/// simulates 1.36.6, the newest patch release of 1.36 that it knows". Empty if `text` names a known release, or none.
/// A suffix after "-" or "+" is ignored, as a vendor's.
[[nodiscard]] std::string stand_in_note(std::string_view text);

/// Says why a release of the right form is refused, to be put behind an error: "; 1.31 ended with 1.31.14", "; 1.38 is
/// newer than podreel knows". Empty if `text` has another form, or if parse_release() accepts it. A suffix after "-" or
/// "+" is ignored.
[[nodiscard]] std::string refusal_clause(std::string_view text);

/// Says of each of the releases of which nothing was recorded or read that it is so, in one sentence.
[[nodiscard]] std::set<std::string> inference_notes(const std::vector<Release>& releases);

}  // namespace podreel::release

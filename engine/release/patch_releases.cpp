#include "engine/release/patch_releases.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace podreel::release {

namespace {

struct Row {
  KnownMinor minor;
  std::string_view dates;
};

#define UNDATED(minor, last) {{minor, last, true}, ""},
#define ENDED(minor, dates) {{minor, 0, true}, dates},
#define MAINTAINED(minor, dates) {{minor, 0, false}, dates},
constexpr Row patch_rows[] = {
#include "engine/release/patch_releases.inc"
};
#undef MAINTAINED
#undef ENDED
#undef UNDATED

/// Releases whose kubelets were neither recorded nor read: release notes and API types say what they do.
constexpr ReleaseRange inferred{v(37), {}};

/// More than any minor had (1.18 had 20).
constexpr int max_patch = 24;

struct Tables {
  std::vector<PatchRelease> patches;
  std::vector<KnownMinor> minors;
};

void add_dates(std::string_view dates, Tables& tables) {
  KnownMinor& minor = tables.minors.back();
  for (int patch = 0; !dates.empty(); ++patch) {
    const std::string_view date = dates.substr(0, dates.find(' '));
    dates.remove_prefix(std::min(date.size() + 1, dates.size()));
    tables.patches.push_back({{minor.minor, patch}, date == "-" ? std::string_view{} : date});
    minor.newest_patch = patch;
  }
}

const Tables& tables() {
  static const Tables all = [] {
    Tables made;
    for (const Row& row : patch_rows) {
      made.minors.push_back(row.minor);
      add_dates(row.dates, made);
    }
    return made;
  }();
  return all;
}

struct WrittenRelease {
  int minor = 0;
  std::optional<int> patch;
};

/// Takes a decimal number of at most three digits off the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  constexpr std::size_t max_digits = 3;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || value < 0 || length > max_digits) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Reads "1.30", "v1.30", "1.30.7" or "v1.30.7", whether such a release exists or not.
std::optional<WrittenRelease> read(std::string_view text) {
  take(text, "v");
  if (!take(text, "1.")) return std::nullopt;
  const std::optional<int> minor = take_number(text);
  if (!minor) return std::nullopt;
  if (text.empty()) return WrittenRelease{*minor, {}};
  if (!take(text, ".")) return std::nullopt;
  const std::optional<int> patch = take_number(text);
  if (!patch || !text.empty()) return std::nullopt;
  return WrittenRelease{*minor, patch};
}

std::string_view without_suffix(std::string_view text) {
  return text.substr(0, text.find_first_of("-+"));
}

}  // namespace

std::span<const PatchRelease> patch_releases() {
  return tables().patches;
}

std::span<const KnownMinor> known_minors() {
  return tables().minors;
}

const KnownMinor* find_minor(int minor) noexcept {
  for (const KnownMinor& known : known_minors()) {
    if (known.minor == minor) return &known;
  }
  return nullptr;
}

bool can_exist(const KnownMinor& minor, int patch) noexcept {
  return patch >= 0 && patch <= (minor.has_ended ? minor.newest_patch : max_patch);
}

std::optional<Release> parse_release(std::string_view text) {
  const std::optional<WrittenRelease> written = read(text);
  const KnownMinor* known = written ? find_minor(written->minor) : nullptr;
  if (known == nullptr) return std::nullopt;
  if (!written->patch) return newest_of(*known);
  if (!can_exist(*known, *written->patch)) return std::nullopt;
  return Release{known->minor, std::min(*written->patch, known->newest_patch)};
}

std::string stand_in_note(std::string_view text) {
  const std::optional<WrittenRelease> written = read(without_suffix(text));
  if (!written || !written->patch) return {};
  const KnownMinor* known = find_minor(written->minor);
  if (known == nullptr || *written->patch <= known->newest_patch || !can_exist(*known, *written->patch)) return {};
  const Release newest = newest_of(*known);
  return fmt::format("podreel does not know {} and simulates {}, the newest patch release of {} that it knows",
                     to_string({written->minor, *written->patch}), to_string(newest), minor_string(newest));
}

std::string refusal_clause(std::string_view text) {
  const std::optional<WrittenRelease> written = read(without_suffix(text));
  if (!written) return {};
  if (written->minor > known_minors().back().minor) {
    return fmt::format("; {} is newer than podreel knows", minor_string({written->minor, 0}));
  }
  const KnownMinor* known = find_minor(written->minor);
  if (known == nullptr || !written->patch || can_exist(*known, *written->patch)) return {};
  const Release last = newest_of(*known);
  if (known->has_ended) return fmt::format("; {} ended with {}", minor_string(last), to_string(last));
  return fmt::format("; no release has more than {} patch releases", max_patch);
}

std::set<std::string> inference_notes(const std::vector<Release>& releases) {
  std::set<std::string> notes;
  for (const Release release : releases) {
    if (!inferred.contains(release)) continue;
    notes.insert(
        fmt::format("what is new in {0} is unverified: no kubelet of it was recorded or read (podreel versions {0})",
                    minor_string(release)));
  }
  return notes;
}

}  // namespace podreel::release

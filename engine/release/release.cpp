#include "engine/release/release.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace podreel::release {

namespace {

struct NewestPatch {
  int minor;
  int patch;
};

// The last patch release of each minor, or the newest one with recordings.
constexpr std::array newest_patches{
    NewestPatch{2, 7},   NewestPatch{7, 16},  NewestPatch{8, 15},  NewestPatch{9, 11},  NewestPatch{10, 13},
    NewestPatch{11, 10}, NewestPatch{12, 10}, NewestPatch{13, 12}, NewestPatch{14, 10}, NewestPatch{15, 12},
    NewestPatch{16, 15}, NewestPatch{17, 17}, NewestPatch{18, 20}, NewestPatch{19, 16}, NewestPatch{20, 15},
    NewestPatch{21, 14}, NewestPatch{22, 17}, NewestPatch{23, 17}, NewestPatch{24, 17}, NewestPatch{25, 16},
    NewestPatch{26, 15}, NewestPatch{27, 16}, NewestPatch{28, 15}, NewestPatch{29, 15}, NewestPatch{30, 14},
    NewestPatch{31, 14}, NewestPatch{32, 10}, NewestPatch{33, 13}, NewestPatch{34, 9},  NewestPatch{35, 6},
    NewestPatch{36, 3},
};

std::optional<int> newest_patch_of(int minor) {
  for (const NewestPatch& newest : newest_patches) {
    if (newest.minor == minor) return newest.patch;
  }
  return std::nullopt;
}

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

}  // namespace

std::optional<Release> parse_release(std::string_view text) {
  take(text, "v");
  if (!take(text, "1.")) return std::nullopt;
  const std::optional<int> minor = take_number(text);
  if (!minor) return std::nullopt;
  const std::optional<int> newest = newest_patch_of(*minor);
  if (!newest) return std::nullopt;
  if (text.empty()) return Release{*minor, *newest};
  if (!take(text, ".")) return std::nullopt;
  const std::optional<int> patch = take_number(text);
  if (!patch || !text.empty()) return std::nullopt;
  return Release{*minor, *patch};
}

std::string to_string(Release release) {
  return fmt::format("1.{}.{}", release.minor, release.patch);
}

std::string minor_string(Release release) {
  return fmt::format("1.{}", release.minor);
}

const std::vector<Release>& simulated_releases() {
  static const std::vector<Release> releases = [] {
    std::vector<Release> result;
    for (const NewestPatch& newest : newest_patches) {
      if (newest.minor >= oldest_simulated_minor) result.push_back({newest.minor, newest.patch});
    }
    return result;
  }();
  return releases;
}

}  // namespace podreel::release

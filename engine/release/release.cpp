#include "engine/release/release.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace podreel::release {

namespace {

/// Minor release, with its last patch or the newest one with recordings.
struct Minor {
  Release newest;
  bool is_simulated = true;
};

constexpr std::array minors{
    Minor{v(2, 7), false}, Minor{v(7, 16)},  Minor{v(8, 15)},  Minor{v(9, 11)},  Minor{v(10, 13)}, Minor{v(11, 10)},
    Minor{v(12, 10)},      Minor{v(13, 12)}, Minor{v(14, 10)}, Minor{v(15, 12)}, Minor{v(16, 15)}, Minor{v(17, 17)},
    Minor{v(18, 20)},      Minor{v(19, 16)}, Minor{v(20, 15)}, Minor{v(21, 14)}, Minor{v(22, 17)}, Minor{v(23, 17)},
    Minor{v(24, 17)},      Minor{v(25, 16)}, Minor{v(26, 15)}, Minor{v(27, 16)}, Minor{v(28, 15)}, Minor{v(29, 15)},
    Minor{v(30, 14)},      Minor{v(31, 14)}, Minor{v(32, 10)}, Minor{v(33, 13)}, Minor{v(34, 9)},  Minor{v(35, 6)},
    Minor{v(36, 3)},
};

const Minor* find_minor(int minor) {
  for (const Minor& known : minors) {
    if (known.newest.minor == minor) return &known;
  }
  return nullptr;
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
  const Minor* known = find_minor(*minor);
  if (known == nullptr) return std::nullopt;
  if (text.empty()) return known->newest;
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

const std::vector<Release>& known_releases() {
  static const std::vector<Release> releases = [] {
    std::vector<Release> result;
    for (const Minor& known : minors) result.push_back(known.newest);
    return result;
  }();
  return releases;
}

const std::vector<Release>& simulated_releases() {
  static const std::vector<Release> releases = [] {
    std::vector<Release> result;
    for (const Minor& known : minors) {
      if (known.is_simulated) result.push_back(known.newest);
    }
    return result;
  }();
  return releases;
}

bool is_simulated(Release release) {
  const Minor* known = find_minor(release.minor);
  return known != nullptr && known->is_simulated;
}

Release oldest_release() {
  return simulated_releases().front();
}

Release newest_release() {
  return simulated_releases().back();
}

Release default_release() {
  return parse_release(example_releases.back()).value();
}

const std::vector<Release>& recorded_releases() {
  static const std::vector<Release> releases{v(7, 3),  v(14),    v(15, 3),  v(17, 1),  v(18, 6), v(19),    v(19, 3),
                                             v(21, 4), v(22, 6), v(23, 15), v(24, 14), v(26, 7), v(27, 7), v(28),
                                             v(28, 6), v(29, 6), v(30, 7),  v(31, 12), v(32, 10)};
  return releases;
}

ReleaseRange exactly(Release release) noexcept {
  return {release, Release{release.minor, release.patch + 1}};
}

ReleaseRange any_patch_of(Release release) noexcept {
  return {Release{release.minor, 0}, Release{release.minor + 1, 0}};
}

}  // namespace podreel::release

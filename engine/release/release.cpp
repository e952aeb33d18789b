#include "engine/release/release.hpp"

#include <fmt/format.h>

#include "engine/release/patch_releases.hpp"

namespace podreel::release {

namespace {

/// First release that podreel simulates; of older ones it knows only the hashes of containers.
constexpr Release first_simulated = v(7);

}  // namespace

std::string to_string(Release release) {
  return fmt::format("1.{}.{}", release.minor, release.patch);
}

std::string minor_string(Release release) {
  return fmt::format("1.{}", release.minor);
}

const std::vector<Release>& known_releases() {
  static const std::vector<Release> releases = [] {
    std::vector<Release> result;
    for (const KnownMinor& known : known_minors()) result.push_back(newest_of(known));
    return result;
  }();
  return releases;
}

const std::vector<Release>& simulated_releases() {
  static const std::vector<Release> releases = [] {
    std::vector<Release> result;
    for (const Release known : known_releases()) {
      if (is_simulated(known)) result.push_back(known);
    }
    return result;
  }();
  return releases;
}

bool is_simulated(Release release) {
  return release >= first_simulated && find_minor(release.minor) != nullptr;
}

Release oldest_release() {
  return simulated_releases().front();
}

Release newest_release() {
  return simulated_releases().back();
}

Release default_release() {
  return newest_release();
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

#include "engine/release/version_skew.hpp"

#include <algorithm>
#include <iterator>

namespace podreel::release {

namespace {

constexpr ReleaseRange supports_three_minors{v(28), {}};

}  // namespace

int minors_between(Release older, Release newer) noexcept {
  return newer.minor - older.minor;
}

int supported_skew(Release api_server) noexcept {
  constexpr int former_skew = 2;
  return supports_three_minors.contains(api_server) ? former_skew + 1 : former_skew;
}

std::vector<Release> simulated_after(Release release) {
  std::vector<Release> after;
  std::ranges::copy_if(simulated_releases(), std::back_inserter(after),
                       [&](const Release other) { return minors_between(release, other) > 0; });
  return after;
}

std::vector<Release> simulated_before(Release release) {
  std::vector<Release> before;
  std::ranges::copy_if(simulated_releases(), std::back_inserter(before),
                       [&](const Release other) { return minors_between(release, other) < 0; });
  std::ranges::reverse(before);
  return before;
}

}  // namespace podreel::release

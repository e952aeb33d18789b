#include "scenarios/format/shapes/release_ranges.hpp"

#include <algorithm>

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using release::Release;
using release::ReleaseRange;

/// A release in the input; without a patch, the first one of that minor.
struct WrittenRelease {
  Release first;
  bool any_patch = false;
};

Shape<WrittenRelease> written_release() {
  const Shape<Release> exact = simulated_release();
  return {exact.accepted(),
          [exact](const api::Tree& node, const Place& place, WrittenRelease& written) {
            if (!exact.read(node, place, written.first)) return false;
            written.any_patch = std::ranges::count(node.text, '.') == 1;
            if (written.any_patch) written.first.patch = 0;
            return true;
          },
          exact.any()->schema};
}

ReleaseRange range_of(const WrittenRelease& written) {
  return written.any_patch ? any_patch_of(written.first) : exactly(written.first);
}

struct ReleaseBounds {
  std::optional<WrittenRelease> since;
  std::optional<WrittenRelease> until;
};

Shape<std::vector<ReleaseRange>> bounded() {
  const auto shape =
      Object<ReleaseBounds>{"releases", "Releases from `since` up to, but not including, `until`."}
          .field("since", &ReleaseBounds::since, written_release(), "First release; default: the oldest.")
          .field("until", &ReleaseBounds::until, written_release(), "First release that is excluded.")
          .shape();
  return adapted<std::vector<ReleaseRange>>(shape, [](ReleaseBounds&& bounds, std::vector<ReleaseRange>& ranges) {
    ReleaseRange range{bounds.since ? bounds.since->first : release::known_releases().front(), {}};
    if (bounds.until) range.until = bounds.until->first;
    ranges.push_back(range);
  });
}

}  // namespace

Shape<std::vector<ReleaseRange>> release_ranges() {
  const auto one = adapted<std::vector<ReleaseRange>>(
      written_release(),
      [](WrittenRelease&& written, std::vector<ReleaseRange>& ranges) { ranges.push_back(range_of(written)); });
  const auto item = either(bounded(), {api::Tree::Kind::map}, one);
  const auto several = adapted<std::vector<ReleaseRange>>(
      list_of(item), [](std::vector<std::vector<ReleaseRange>>&& listed, std::vector<ReleaseRange>& ranges) {
        for (const std::vector<ReleaseRange>& each : listed) ranges.insert(ranges.end(), each.begin(), each.end());
      });
  return either(several, {api::Tree::Kind::list}, item);
}

}  // namespace podreel::format

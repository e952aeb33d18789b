// Are the recorded timelines as likely as podreel's own?
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <set>
#include <string>

#include "support/conformance.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_timeline.hpp"
#include "support/sample.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

}  // namespace

/// So few seeds cannot tell every timeline, since many races have to fall alike in one run. They cannot tell every one
/// of podreel's own either, and that many they tell of the real ones, but for chance (three standard deviations).
TEST_CASE("the seeds tell as many of the recorded timelines as of those that podreel tells under other seeds") {
  Sample sample{{.release = 3}};
  const auto folder = conformance_folder();
  if (!folder) {
    MESSAGE("no recordings found: timelines are not compared");
    return;
  }
  const AllKnownChoices known = read_known_choices(known_choices_file);
  const std::set<std::string> misses = read_known_misses(known_misses_file);
  std::size_t recorded = 0;
  std::size_t recordings_reproduced = 0;
  std::size_t own_reproduced = 0;
  std::uint64_t other_seed = timeline_seeds;
  for (const std::string& id : recorded_timelines(*folder / "timeline", first_recordings)) {
    if (!sample.has_next()) continue;
    const RecordedTimeline own = reproduced_by_podreel(read_recorded_timeline(*folder / "timeline", id), ++other_seed);
    if (!farthest_miss(own)) ++own_reproduced;
    if (!known.contains(id) && !misses.contains(id)) ++recordings_reproduced;
    ++recorded;
  }
  MESSAGE("a seed of 1 to " << timeline_seeds << " reproduces " << recordings_reproduced << " of " << recorded
                            << " recordings, and " << own_reproduced << " of as many timelines of podreel's own");
  // Of all of them 12 is three standard deviations.
  const double chance = 12 / std::sqrt(one_in({.release = 3}));
  CHECK(static_cast<double>(recordings_reproduced) + chance >= static_cast<double>(own_reproduced));
}

}  // namespace podreel::testing

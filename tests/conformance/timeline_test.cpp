#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "support/conformance.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_timeline.hpp"
#include "support/sanitizers.hpp"
#include "support/verified.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

struct Tally {
  int by_seed = 0;
  int by_choices = 0;
  int total = 0;
};

}  // namespace

TEST_CASE("a recorded timeline is one of those that podreel can tell") {
  const auto folder = conformance_folder();
  if (!folder) {
    MESSAGE("no recordings found: timelines are not compared");
    return;
  }
  const std::set<std::string> misses = read_known_misses(known_misses_file);
  const AllKnownChoices known = read_known_choices(known_choices_file);
  std::map<std::string, Tally> tallies;
  for (const std::string& id : sample_of(recorded_timelines(*folder / "timeline", first_recordings))) {
    const RecordedTimeline recording = read_recorded_timeline(*folder / "timeline", id);
    Tally& tally = tallies[run_of(id)];
    ++tally.total;
    const std::optional<Attempt> miss = farthest_miss(recording);
    if (!miss) {
      ++tally.by_seed;
      CHECK_MESSAGE(!known.contains(id), id << " is told by a seed: timeline_choices.jsonl may forget its choices");
      continue;
    }
    MESSAGE(id << ": no seed; the farthest, " << miss->seed << ", parts at " << miss->difference->text);
    if (const auto found = known.find(id); found != known.end()) {
      ++tally.by_choices;
      const Attempt chosen = attempt(recording, found->second.seed, found->second.choices);
      CHECK_MESSAGE(!chosen.difference, id << " with the known choices: " << chosen.difference->text);
    } else {
      CHECK_MESSAGE(misses.contains(id), id << ": " << miss->difference->text);
    }
  }
  std::map<std::string, VerifiedTally> counted;
  for (const auto& [run, tally] : tallies) {
    counted[run] = {.equal = tally.by_seed + tally.by_choices, .total = tally.total};
    MESSAGE("timelines of " << run << ": " << tally.by_seed << " of " << tally.total << " by a seed, "
                            << tally.by_choices << " more by known choices");
  }
  if (!is_sanitized) hold_against_verified("timeline", counted);
}

}  // namespace podreel::testing

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "support/conformance.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seeds = 64;

const fs::path here = fs::path{PODREEL_SOURCE_DIR} / "tests" / "conformance";

/// Nothing if some seed tells the recording; else the attempt that came farthest.
std::optional<Attempt> farthest_miss(const RecordedTimeline& recording) {
  std::optional<Attempt> farthest;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Attempt tried = attempt(recording, seed);
    if (!tried.difference) return std::nullopt;
    if (!farthest || tried.difference->at > farthest->difference->at) farthest = std::move(tried);
  }
  return farthest;
}

struct Tally {
  int by_seed = 0;
  int by_choices = 0;
  int total = 0;
  /// Of as many timelines that podreel tells under other seeds, another one each.
  int own_by_seed = 0;
};

/// `seeds` seeds cannot tell every recording, since many races have to fall alike in one run. They cannot tell every
/// timeline of podreel's own either: where real timelines are as likely as those, the recordings are told as often, but
/// for chance (three standard deviations).
void check_likelihood(const std::map<std::string, Tally>& tallies) {
  constexpr int chance = 12;
  Tally all;
  for (const auto& [run, tally] : tallies) {
    all.by_seed += tally.by_seed;
    all.own_by_seed += tally.own_by_seed;
    all.total += tally.total;
  }
  MESSAGE("by a seed: " << all.by_seed << " of " << all.total << " recordings, and " << all.own_by_seed
                        << " of as many timelines that podreel tells under other seeds");
  CHECK(all.by_seed >= all.own_by_seed - chance);
}

/// Recordings that podreel cannot tell yet, by id: a list that may only become shorter.
std::set<std::string> known_misses() {
  std::ifstream in{here / "timeline_misses.txt"};
  std::set<std::string> misses;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') misses.insert(line);
  }
  return misses;
}

}  // namespace

TEST_CASE("a recorded timeline is one of those that podreel can tell") {
  const auto folder = conformance_folder();
  if (!folder) {
    MESSAGE("no recordings found: timelines are not compared");
    return;
  }
  const std::set<std::string> misses = known_misses();
  const AllKnownChoices known = read_known_choices(here / "timeline_choices.jsonl");
  std::map<std::string, Tally> tallies;
  std::uint64_t other_seed = seeds;
  for (const std::string& id : recorded_timelines(*folder / "timeline")) {
    const RecordedTimeline recording = read_recorded_timeline(*folder / "timeline", id);
    Tally& tally = tallies[id.substr(0, id.find('/'))];
    ++tally.total;
    if (!farthest_miss(told_by_podreel(recording, ++other_seed))) ++tally.own_by_seed;
    const std::optional<Attempt> miss = farthest_miss(recording);
    if (!miss) {
      ++tally.by_seed;
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
  for (const auto& [run, tally] : tallies) {
    MESSAGE("timelines of " << run << ": " << tally.by_seed << " of " << tally.total << " by a seed, "
                            << tally.by_choices << " more by known choices");
  }
  check_likelihood(tallies);
}

}  // namespace podreel::testing

// The recordings of November 2026, of which podreel does not tell every one yet.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "support/built_paths.hpp"
#include "support/conformance.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_scenario.hpp"
#include "support/recorded_timeline.hpp"
#include "support/sanitizers.hpp"
#include "support/verified.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

const fs::path list_file{source_path("tests/conformance/november_timelines.txt")};

constexpr std::string_view list_head =
    "# The recordings of November 2026: of each run, how many a seed of 1 to 64 reproduces, with or without the phases "
    "that\n"
    "# the recording shows, how many more the known choices; then those that are not reproduced, and those whose "
    "scenario\n"
    "# cannot be read yet. tools/timeline-differences RUN says why; tools/update-goldens -R november rewrites this "
    "list, "
    "which\n"
    "# may only become shorter.\n";

struct RunTally {
  int total = 0;
  int by_seed = 0;
  int by_choices = 0;
  std::set<std::string> not_reproduced;
  std::set<std::string> not_read;
};
using Tallies = std::map<std::string, RunTally>;

std::string read_text(const fs::path& file) {
  std::ifstream in{file};
  return {std::istreambuf_iterator<char>{in}, {}};
}

void append_ids(std::string& text, std::string_view what, const std::set<std::string>& ids) {
  constexpr std::size_t line_length = 118;
  if (ids.empty()) return;
  std::string line = fmt::format("  {}:", what);
  for (const std::string& id : ids) {
    if (line.size() + 1 + id.size() > line_length) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + id;
  }
  text += line + "\n";
}

std::string list_of(const Tallies& tallies) {
  std::string text{list_head};
  for (const auto& [run, tally] : tallies) {
    text +=
        fmt::format("{}: {} by a seed and {} by choices of {}\n", run, tally.by_seed, tally.by_choices, tally.total);
    append_ids(text, "not reproduced", tally.not_reproduced);
    append_ids(text, "not read", tally.not_read);
  }
  return text;
}

/// The ids that a list names: "1.36.3/02".
std::set<std::string> named_in(const std::string& list) {
  std::set<std::string> ids;
  std::istringstream lines{list};
  std::string run;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    if (!line.starts_with(' ')) {
      run = line.substr(0, line.find(':'));
      continue;
    }
    std::istringstream words{line};
    for (std::string word; words >> word;) ids.insert(run + "/" + word);
  }
  return ids;
}

/// What is known to be missing is tried a few times only, unless the list is being made anew.
std::uint64_t seeds_for(const std::string& id, const std::set<std::string>& missing) {
  constexpr std::uint64_t few = 8;
  return missing.contains(id) && !updates_goldens() ? few : timeline_seeds;
}

class Count {
 public:
  Count(const fs::path& folder, const std::string& list)
      : folder_{folder}, missing_{named_in(list)}, known_{read_known_choices(known_choices_file)} {}

  void add(const std::string& id) {
    RunTally& tally = tallies_[run_of(id)];
    const std::string name = id.substr(run_of(id).size() + 1);
    ++tally.total;
    try {
      const RecordedTimeline recording = read_recorded_timeline(folder_, id);
      if (!farthest_miss(recording, seeds_for(id, missing_))) {
        ++tally.by_seed;
      } else if (const auto found = known_.find(id);
                 found != known_.end() && !attempt(recording, found->second.seed, found->second.choices).difference) {
        ++tally.by_choices;
      } else {
        tally.not_reproduced.insert(name);
      }
    } catch (const UnreadableScenario&) {
      tally.not_read.insert(name);
    }
  }
  [[nodiscard]] const Tallies& tallies() const { return tallies_; }
  /// All that was not reproduced is listed.
  [[nodiscard]] bool misses_are_known() const {
    return std::ranges::all_of(tallies_, [this](const auto& run) {
      return std::ranges::all_of(run.second.not_reproduced,
                                 [&](const std::string& name) { return missing_.contains(run.first + "/" + name); });
    });
  }

 private:
  fs::path folder_;
  std::set<std::string> missing_;
  AllKnownChoices known_;
  Tallies tallies_;
};

}  // namespace

TEST_CASE("of the timelines of November 2026 podreel tells all but the listed ones") {
  const auto folder = conformance_folder();
  if (!folder || !fs::exists(*folder / "timeline" / november_recordings)) {
    MESSAGE("no recordings of November 2026 found: timelines are not compared");
    return;
  }
  const std::string list = read_text(list_file);
  Count count{*folder / "timeline", list};
  for (const std::string& id : sample_of(recorded_timelines(*folder / "timeline", november_recordings))) count.add(id);
  CHECK(count.misses_are_known());
  if (is_sanitized) return;
  std::map<std::string, VerifiedTally> reported;
  for (const auto& [run, tally] : count.tallies()) {
    reported[run] = {.equal = tally.by_seed + tally.by_choices, .total = tally.total};
  }
  hold_against_verified("timeline.2026-11", reported);
  const std::string counted = list_of(count.tallies());
  if (updates_goldens()) {
    std::ofstream{list_file} << counted;
  } else {
    CHECK_MESSAGE(counted == list, "tools/update-goldens -R november would write:\n" << counted);
  }
}

}  // namespace podreel::testing

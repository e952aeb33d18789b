// The comparison of timelines refuses timelines with one change.
#include "scenarios/reproduce/recording/falsification.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "scenarios/format/load.hpp"
#include "scenarios/reproduce/recording/recording.hpp"
#include "support/built_paths.hpp"
#include "support/recorded_run.hpp"
#include "support/recorded_timeline.hpp"
#include "support/sanitizers.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::uint64_t seeds = 16;
constexpr std::uint64_t seeds_with_phases = 4;

/// A scenario and its timelines under some seeds.
class OwnTimelines {
 public:
  explicit OwnTimelines(const std::string& file) {
    format::Loaded loaded = format::load_scenario_file(testing::source_path(file), {});
    REQUIRE(loaded.scenarios.size() == 1);
    scenario_ = std::move(loaded.scenarios.front());
    scenario_.timing = timing::Model::measured;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      by_seed_.push_back(testing::json_records(scenario_, seed));
    }
  }
  [[nodiscard]] const Records& first() const { return by_seed_.front(); }
  [[nodiscard]] bool reproduce(const Records& records) const {
    const Recording recording = recording_of(scenario_, records);
    const bool is_by_seed = std::ranges::any_of(by_seed_, [&recording](const Records& simulated) {
      const ComparableTimeline timeline =
          comparable(simulated, recording.timeline.length, recording.in_detail, recording.compared);
      return !first_difference(recording.timeline, timeline);
    });
    return is_by_seed || reproduces_with_recorded_phases(recording);
  }

 private:
  [[nodiscard]] static bool reproduces_with_recorded_phases(const Recording& recording) {
    for (std::uint64_t seed = 1; seed <= seeds_with_phases; ++seed) {
      if (!testing::attempt_seed(recording, seed).difference) return true;
    }
    return false;
  }

  format::Scenario scenario_;
  std::vector<Records> by_seed_;
};

/// The first, a middle and the last place; the first alone where each takes several times longer.
std::set<std::size_t> sample_of(const std::vector<std::size_t>& places) {
  if (places.empty()) return {};
  if (testing::is_sanitized) return {places.front()};
  return {places.front(), places[places.size() / 2], places.back()};
}

}  // namespace

TEST_CASE("of podreel's own timelines every one is accepted, and of those with one change 98 % are refused") {
  constexpr double min_share = 0.98;
  constexpr std::size_t min_kinds = 15;
  std::set<std::string_view> kinds;
  int total = 0;
  int refused = 0;
  for (const char* file :
       {"scenarios/single-pod.yaml", "scenarios/crash-loop.yaml", "scenarios/liveness-kill.yaml",
        "scenarios/sandbox-dies.yaml", "scenarios/stubborn-deletion.yaml", "scenarios/init-containers.yaml",
        "scenarios/sidecar.yaml", "scenarios/kubelet-restart.yaml", "scenarios/node-reboot.yaml"}) {
    CAPTURE(file);
    const OwnTimelines own{file};
    CHECK(own.reproduce(own.first()));
    for (const Falsification& change : falsifications()) {
      for (const std::size_t place : sample_of(places_for(change, own.first()))) {
        ++total;
        kinds.insert(change.name);
        const bool is_refused = !own.reproduce(falsified(own.first(), change, place));
        refused += is_refused ? 1 : 0;
        if (!is_refused) MESSAGE(file << ": accepted although " << change.name << ": " << own.first()[place].dump());
      }
    }
  }
  MESSAGE("refused: " << refused << " of " << total << " timelines with one change, of " << kinds.size() << " kinds");
  CHECK(kinds.size() >= min_kinds);
  CHECK(refused >= min_share * total);
}

}  // namespace podreel::reproduce

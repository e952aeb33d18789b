// Every scenario with work that is accounted for, and with the same work executed.
#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/replayed_lines.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

namespace {

namespace fs = std::filesystem;

/// The catalogue, and the recorded scenarios where they are at hand.
std::vector<fs::path> scenario_files() {
  std::vector<fs::path> files = testing::catalogue_files();
  if (const auto folder = testing::conformance_folder()) {
    std::ranges::move(testing::scenarios_below(*folder / "timeline" / "scenarios"), std::back_inserter(files));
  }
  std::ranges::sort(files);
  return files;
}

/// As it is written, and on a kubelet whose pod workers have no stages.
std::vector<format::Scenario> scenarios_of(const fs::path& file) {
  std::vector<format::Scenario> scenarios = format::load_scenario_file(file.string()).scenarios;
  const std::size_t written = scenarios.size();
  for (std::size_t index = 0; index < written; ++index) {
    format::Scenario older = scenarios[index];
    older.node.kubelet.version = release::parse_release("1.19").value();
    older.node.kubelet.feature_gates = {};
    scenarios.push_back(std::move(older));
  }
  return scenarios;
}

}  // namespace

TEST_CASE("work that is accounted for leaves the same records as work that is executed") {
  testing::Sample files{{.sanitized = 8}};
  testing::Sample sample{{.sanitized = 3, .release = 3}};
  std::size_t runs = 0;
  std::pair<std::uint64_t, std::uint64_t> events{};
  for (const fs::path& file : scenario_files()) {
    if (!files.has_next()) continue;
    CAPTURE(file.string());
    for (const format::Scenario& scenario : scenarios_of(file)) {
      for (const std::uint64_t seed : {1U, 2U}) {
        if (!sample.has_next()) continue;
        CAPTURE(seed);
        ReplayOptions options;
        options.seed = seed;
        options.explain = seed == 1;
        CHECK(testing::difference_of_idle_work(scenario, options, &events) == "");
        CHECK(testing::difference_of_unreported_probes(scenario, options) == "");
        CHECK(events.first <= events.second);
        ++runs;
      }
    }
  }
  CHECK(runs > 1'000 / testing::one_in({.sanitized = 24, .release = 3}));
  MESSAGE(runs << " runs have the same records: " << events.first << " events instead of " << events.second);
}

}  // namespace podreel::simulation

// scenarios/library/changes: what each minor release of the kubelet does otherwise than the one before it.
#include "scenarios/explore/changes.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::explore {

namespace {

namespace fs = std::filesystem;

const fs::path folder = testing::source_path("scenarios/library/changes");

/// Calls `look` with the releases and each row that distinguishes them.
template <class Look>
void for_each_change(const Look& look) {
  const auto& releases = release::simulated_releases();
  for (std::size_t place = 1; place < releases.size(); ++place) {
    const ReleaseStep step{releases[place - 1], releases[place]};
    for (const release::BehaviourRow* row : changed_rows(step)) look(step, *row);
  }
}

fs::path file_of(const ReleaseStep& step, const release::BehaviourRow& row) {
  std::string name{row.name};
  std::ranges::replace(name, '_', '-');
  return folder /
         fmt::format("{}-to-{}-{}.yaml", release::minor_string(step.from), release::minor_string(step.to), name);
}

std::string line_of(const ReleaseStep& step, const release::BehaviourRow& row) {
  return fmt::format("| {} to {} | {} | ", release::minor_string(step.from), release::minor_string(step.to), row.name);
}

/// The rows of the table of changes that no scenario shows, up to their reasons.
std::set<std::string> excused() {
  std::set<std::string> lines;
  std::ifstream file{folder / "NOT-SHOWN.md"};
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| 1.")) lines.insert(line.substr(0, line.find("| ", line.find("| ", 2) + 2) + 2));
  }
  return lines;
}

bool all_hold(const format::Scenario& scenario) {
  return std::ranges::all_of(simulation::run_and_check(scenario).verdicts, &format::Verdict::held);
}

}  // namespace

TEST_CASE("every change of a minor release has a scenario, or a reason why there is none") {
  std::set<std::string> reasons = excused();
  std::size_t shown = 0;
  for_each_change([&](const ReleaseStep& step, const release::BehaviourRow& row) {
    const bool is_shown = fs::exists(file_of(step, row));
    const bool is_excused = reasons.erase(line_of(step, row)) > 0;
    CHECK_MESSAGE(is_shown != is_excused, line_of(step, row));
    if (is_shown) ++shown;
  });
  for (const std::string& line : reasons) FAIL_CHECK("is no change: ", line);
  CHECK(shown > 0);
}

TEST_CASE("it is the row alone that makes the newer release do otherwise") {
  for_each_change([&](const ReleaseStep& step, const release::BehaviourRow& row) {
    const fs::path file = file_of(step, row);
    if (!fs::exists(file)) return;
    CAPTURE(file.string());
    const format::Loaded loaded = format::load_scenario_file(file.string());
    REQUIRE(loaded.scenarios.size() == 2);
    format::Scenario scenario = loaded.scenarios.back();
    CHECK(all_hold(scenario));
    scenario.node.kubelet.overrides = {row.capability};
    CHECK_FALSE(all_hold(scenario));
  });
}

}  // namespace podreel::explore

// Reported bugs break a promise in the releases that have them, and in no other.
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/take_word.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/explore/watched_run.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

struct KnownBug {
  /// A file of scenarios/library/issues.
  std::string scenario;
  /// What does not hold in the affected releases.
  std::vector<std::string> promises;
  std::vector<std::string> affected;
  /// Empty: not mended as of the newest release.
  std::vector<std::string> spared;
};

std::vector<std::string> names_in(std::string_view text) {
  if (text == "-") return {};
  std::vector<std::string> names;
  for (const std::string_view name : api::split(text, ',')) names.emplace_back(name);
  return names;
}

std::vector<KnownBug> known_bugs() {
  std::ifstream file{testing::source_path("tests/scenarios/checks/invariants/known_bugs.txt")};
  REQUIRE(file.is_open());
  std::vector<KnownBug> bugs;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::string_view rest = line;
    KnownBug bug;
    bug.scenario = api::take_word(rest);
    bug.promises = names_in(api::take_word(rest));
    bug.affected = names_in(api::take_word(rest));
    bug.spared = names_in(api::take_word(rest));
    bugs.push_back(std::move(bug));
  }
  return bugs;
}

/// Those of the bug's promises that do not hold.
std::vector<std::string> broken(const KnownBug& bug, const std::string& kubelet) {
  format::LoadOptions options;
  options.kubelet = release::parse_release(kubelet).value();
  const std::string file = testing::source_path(fmt::format("scenarios/library/issues/{}.yaml", bug.scenario));
  const format::Loaded loaded = format::load_scenario_file(file, options);
  REQUIRE(loaded.scenarios.size() == 1);
  const explore::WatchedRun run =
      explore::watch_run(loaded.scenarios.front(), {.rest = 20min, .excuse_known_faults = false});
  std::vector<std::string> names;
  for (const std::string& promise : bug.promises) {
    const auto breaches = breaches_of(run.history);
    if (std::ranges::count(breaches, promise, &Breach::invariant) > 0) names.push_back(promise);
  }
  return names;
}

void check(const KnownBug& bug) {
  CAPTURE(bug.scenario);
  CHECK_FALSE(bug.affected.empty());
  for (const std::string& kubelet : bug.affected) {
    CAPTURE(kubelet);
    CHECK(broken(bug, kubelet) == bug.promises);
  }
  for (const std::string& kubelet : bug.spared) {
    CAPTURE(kubelet);
    CHECK(broken(bug, kubelet).empty());
  }
}

}  // namespace

TEST_CASE("a reported bug breaks its promises where it was, and not where it was not") {
  const std::vector<KnownBug> bugs = known_bugs();
  CHECK(bugs.size() >= 44);
  for (const KnownBug& bug : bugs) check(bug);
}

}  // namespace podreel::invariants

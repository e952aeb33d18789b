// What runs outlives its kubelet, whatever comes first when the next one starts.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

/// Three pods, and a kubelet that is stopped at 30 s and started at 32 s.
language::Scenario restarted_scenario() {
  const fs::path file = fs::path{PODREEL_SOURCE_DIR} / "scenarios/single-pod.yaml";
  language::Loaded loaded = language::load_scenario_file(file.string(), {});
  REQUIRE(loaded.problems.empty());
  language::Scenario scenario = std::move(loaded.scenarios.front());
  REQUIRE(scenario.timeline.size() == 1);
  const language::Step created = scenario.timeline.front();
  for (const char* name : {"default/second", "default/third"}) {
    language::Step step = created;
    std::get<language::CreatePod>(step.action).pod = name;
    scenario.timeline.push_back(std::move(step));
  }
  scenario.timeline.push_back({.at = 30s, .action = language::StopKubelet{}, .mark = {}, .path = {}});
  scenario.timeline.push_back({.at = 32s, .action = language::StartKubelet{}, .mark = {}, .path = {}});
  scenario.duration = 60s;
  return scenario;
}

}  // namespace

TEST_CASE("a kubelet that starts does not take pods for orphans before it has heard of them") {
  const language::Scenario scenario = restarted_scenario();
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    ReplayOptions options;
    options.seed = seed;
    const ReplayResult result = replay(scenario, options);
    REQUIRE(result.pods.size() == 3);
    for (const api::PodPtr& pod : result.pods) {
      CAPTURE(seed);
      CHECK(pod->status.phase == api::PodPhase::running);
    }
  }
}

}  // namespace podreel::simulation

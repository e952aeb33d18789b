// The mechanisms that a recording exercises, by its scenario and its records.
#include "scenarios/reproduce/recording/mechanisms.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

std::set<std::string_view> mechanisms_of(const std::string& file, sim::Duration length) {
  const format::Loaded loaded = format::load_scenario_file(testing::source_path(file).string());
  REQUIRE(loaded.scenarios.size() == 1);
  const format::Scenario& scenario = loaded.scenarios.front();
  const auto found = mechanisms_in(scenario, testing::json_records(scenario, 1), length);
  CHECK(std::ranges::is_sorted(found, {}, [](std::string_view name) {
    return std::ranges::find(mechanism_names(), name) - mechanism_names().begin();
  }));
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("a crash loop exercises the start of its pod, restarts and their back-off") {
  CHECK(mechanisms_of("scenarios/crash-loop.yaml", 1h) ==
        std::set<std::string_view>{"pod start", "restarts and back-off"});
}

TEST_CASE("mechanisms are named by pods, steps and records") {
  const auto stubborn = mechanisms_of("scenarios/stubborn-deletion.yaml", 1h);
  CHECK(stubborn.contains("pod termination"));
  const auto sidecar = mechanisms_of("scenarios/sidecar.yaml", 1h);
  CHECK(sidecar.contains("sidecars"));
  CHECK_FALSE(sidecar.contains("init containers"));
  CHECK(mechanisms_of("scenarios/liveness-kill.yaml", 1h).contains("liveness probes"));
  CHECK(mechanisms_of("scenarios/kubelet-restart.yaml", 1h).contains("kubelet restarts"));
  CHECK(mechanisms_of("scenarios/sandbox-dies.yaml", 1h).contains("sandbox replacement"));
}

TEST_CASE("steps after the end of a recording exercise nothing") {
  CHECK_FALSE(mechanisms_of("scenarios/stubborn-deletion.yaml", 1s).contains("pod termination"));
}

TEST_CASE("every mechanism is exercised by a scenario of the repository") {
  std::set<std::string_view> found;
  for (const auto& file : testing::catalogue_files()) {
    const format::Loaded loaded = format::load_scenario_file(file.string());
    for (const format::Scenario& scenario : loaded.scenarios) {
      for (const std::string_view name : mechanisms_in(scenario, {}, 24h)) found.insert(name);
    }
  }
  // These need records.
  found.insert({"pod start", "image pulls", "restarts and back-off", "eviction and preemption"});
  for (const std::string_view name : mechanism_names()) CHECK_MESSAGE(found.contains(name), name);
}

}  // namespace podreel::reproduce

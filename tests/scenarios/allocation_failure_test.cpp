// Memory may run out at any allocation: nothing crashes, nothing leaks (under AddressSanitizer), and the next run
// works.
#include <doctest/doctest.h>
#include <string_view>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/failing_allocation.hpp"

namespace podreel {

namespace {

constexpr std::string_view scenario = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: small}
spec:
  node: {kubelet: {version: "1.30"}}
  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "img:1"}]}}
    - {at: 20s, deletePod: {name: web}}
  expect:
    - {at: 10s, pod: web, matches: {status: {phase: Running}}}
)";

}  // namespace

TEST_CASE("a pod that is started, crashes and is restarted survives the failure of each allocation") {
  const format::Loaded loaded = format::load_scenarios(api::load_documents(scenario, "small.yaml"), "small.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  simulation::ReplayOptions options;
  options.until = std::chrono::seconds{7};
  const auto run = [&] { return simulation::replay(loaded.scenarios.front(), options).events_run; };
  const std::uint64_t expected = run();
  const std::size_t allocations = testing::sweep_allocation_failures([&] { static_cast<void>(run()); });
  CHECK(allocations > 100);
  CHECK(run() == expected);
  MESSAGE(allocations << " allocations");
}

TEST_CASE("loading a scenario survives the failure of each of its allocations") {
  const auto load = [] {
    const api::LoadedFile documents = api::load_documents(scenario, "small.yaml");
    const format::Loaded loaded = format::load_scenarios(documents, "small.yaml");
    return loaded.problems.empty() ? loaded.scenarios.size() : 0;
  };
  REQUIRE(load() == 1);
  const std::size_t allocations = testing::sweep_allocation_failures([&] { static_cast<void>(load()); });
  CHECK(allocations > 100);
  CHECK(load() == 1);
  MESSAGE(allocations << " allocations");
}

}  // namespace podreel

// Smallest scenarios that show a difference.
#include "scenarios/explore/shown_difference.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <doctest/doctest.h>

#include "scenarios/explore/watched_run.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;

/// When the first container starts, with this seed.
sim::Duration start_of(const Workload& workload, std::uint64_t seed) {
  format::Scenario scenario = loaded(workload).scenarios.at(0);
  scenario.seed = seed;
  const WatchedRun run = watch_run(scenario, {});
  const auto started = std::ranges::find_if(run.history.records(), [](const trace::Record& record) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    return call != nullptr && call->op == "StartContainer";
  });
  REQUIRE(started != run.history.records().end());
  return started->time - run.started_at;
}

}  // namespace

TEST_CASE("a scenario holds that meets its expectations with each of a few seeds") {
  Workload workload = testing::workloads_in(testing::initialized_pod).front();
  std::array<std::uint64_t, 7> seeds{1, 2, 3, 5, 8, 55, 71};
  const auto start = [&workload](std::uint64_t seed) { return start_of(workload, seed); };
  const auto [earliest, latest] = std::ranges::minmax_element(seeds, {}, start);
  REQUIRE(start(*earliest) < start(*latest));
  const auto expect_until = [&workload](sim::Duration until) {
    workload.document["spec"]["expect"] = nlohmann::ordered_json::parse(R"([{"call": {"op": "StartContainer"}}])");
    workload.document["spec"]["expect"][0]["between"] = {"0s", format::duration_text(until)};
    return loaded(workload).scenarios.at(0);
  };
  const format::Scenario for_all = expect_until(start(*latest));
  CHECK(explore::holds(for_all));
  const format::Scenario for_one = expect_until(start(*earliest));
  CHECK(explore::holds(for_one, *earliest));
  CHECK_FALSE(explore::holds(for_one, *latest));
  CHECK_FALSE(explore::holds(for_one));
}

TEST_CASE("a bare workload has no results and no seed, and a duration") {
  Workload workload = testing::workloads_in(testing::initialized_pod).front();
  workload.document["spec"]["seed"] = 7;
  workload.document["spec"].erase("duration");
  const auto made = bare(workload);
  REQUIRE(made);
  CHECK_FALSE(made->document["spec"].contains("expect"));
  CHECK_FALSE(made->document["spec"].contains("seed"));
  CHECK(made->document["spec"]["duration"] == "10m");
  workload.document["spec"]["timeline"] = "none";
  CHECK_FALSE(bare(workload));
}

TEST_CASE("a workload is cut down to what shows the difference, and to ideal timing and a short time") {
  Workload workload = testing::workloads_in(testing::initialized_pod).front();
  omit_results(workload.document);
  cut_down(
      workload,
      [](const Workload& tried) {
        const format::Loaded read = loaded(tried);
        return read.scenarios.size() == 1 && read.warnings.empty() &&
               tried.document.dump().find("log:1") != std::string::npos &&
               read.scenarios.front().duration.value_or(0s) >= 20s;
      },
      300);
  CHECK(workload.document["spec"]["timing"] == "ideal");
  CHECK(workload.document["spec"]["duration"] == "30s");
  const auto& pod = workload.document["spec"]["timeline"][0]["createPod"];
  CHECK(pod["spec"].dump() == R"({"containers":[{"name":"log","image":"log:1"}]})");
}

}  // namespace podreel::explore

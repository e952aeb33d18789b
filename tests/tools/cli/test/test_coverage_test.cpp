// `podreel test --coverage`, and the other views of results.
#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

nlohmann::json coverage_of(const std::string& scenario, const std::string& jobs) {
  const CommandResult result = run_podreel({"test", scenario, "--coverage", "-o", "json", "--jobs", jobs});
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out).at("coverage");
}

bool lists(const nlohmann::json& names, const char* name) {
  return std::ranges::find(names, nlohmann::json(name)) != names.end();
}

}  // namespace

TEST_CASE("a crash loop exercises the rules of restarts, and not those of sidecars") {
  const nlohmann::json coverage = coverage_of("scenarios/crash-loop.yaml", "1");
  CHECK(lists(coverage.at("decisions").at("exercised"), "container-kept"));
  CHECK(lists(coverage.at("syncs").at("exercised"), "crash-back-off"));
  CHECK(lists(coverage.at("decisions").at("missed"), "sidecar-definition-changed"));
  CHECK_FALSE(coverage.at("behaviours").at("exercised").empty());
  CHECK_FALSE(coverage.at("behaviours").at("missed").empty());
  CHECK(coverage == coverage_of("scenarios/crash-loop.yaml", "3"));
}

TEST_CASE("the table names what no scenario exercises") {
  const CommandResult result = run_podreel({"test", "scenarios/crash-loop.yaml", "--coverage"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "coverage:\n  decisions   "));
  CHECK(has(result.out, "not exercised: "));
}

TEST_CASE("-o json has each scenario, without wall-clock times") {
  const std::vector<std::string> arguments{"test", "scenarios/crash-loop.yaml", "-o", "json"};
  const CommandResult result = run_podreel(arguments);
  CHECK(result.exit_code == 0);
  CHECK(run_podreel(arguments).out == result.out);
  const auto document = nlohmann::json::parse(result.out);
  CHECK(document.at("passed") == 1);
  const nlohmann::json& scenario = document.at("scenarios").at(0);
  CHECK(scenario.at("name") == "crash-loop");
  CHECK(scenario.at("result") == "passed");
  CHECK_FALSE(scenario.contains("failures"));
}

TEST_CASE("-o json describes failures, and how to replay them") {
  const CommandResult result =
      run_podreel({"test", "-f", "-", "-o", "json"},
                  {.standard_input = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: a}\nspec:\n"
                                     "  duration: 5s\n  expect:\n    - {call: {op: RunPodSandbox}, count: 1}\n"});
  CHECK(result.exit_code == 1);
  const nlohmann::json scenario = nlohmann::json::parse(result.out).at("scenarios").at(0);
  CHECK(scenario.at("result") == "failed");
  CHECK(scenario.at("failures").at(0).at("line") == 7);
  CHECK(scenario.at("failures").at(0).at("type") == "expectation");
  CHECK(scenario.at("replay") == "podreel run -");
}

TEST_CASE("the slowest scenarios are named on standard error") {
  const CommandResult result =
      run_podreel({"test", "scenarios/crash-loop.yaml", "scenarios/sidecar.yaml", "--slowest", "5"});
  CHECK(result.out == "2 passed, 0 failed, 0 skipped (2 runs, 15 expectations)\n");
  CHECK(std::ranges::count(result.err, '\n') == 2);
  CHECK(result.err.starts_with("slowest: "));
}

}  // namespace podreel::testing

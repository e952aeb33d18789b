#include "scenarios/simulation/decisive_choices.hpp"

#include <doctest/doctest.h>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/swapped_kubelet.hpp"

namespace podreel::explore {

namespace {

format::Scenario swapped() {
  return format::load_scenarios(api::load_documents(testing::swapped_kubelet, "s.yaml"), "s.yaml", {})
      .scenarios.front();
}

bool holds(const format::Scenario& scenario, std::uint64_t seed, std::vector<sim::Choice> choices = {}) {
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = std::move(choices);
  return simulation::run_and_check(scenario, std::move(options)).verdicts.front().held;
}

}  // namespace

TEST_CASE("of all that a seed decides, when the probe begins decides whether the pod is down for long") {
  const format::Scenario scenario = swapped();
  constexpr std::uint64_t failing = 1;
  constexpr std::uint64_t holding = 8;
  REQUIRE_FALSE(holds(scenario, failing));
  REQUIRE(holds(scenario, holding));
  const auto choices = simulation::decisive_choices(scenario, failing, holding);
  REQUIRE(choices);
  REQUIRE(choices->size() == 1);
  CHECK(choices->front().site == "probe-start-jitter");
  CHECK_FALSE(holds(scenario, holding, *choices));
}

TEST_CASE("what always holds is decided by nothing") {
  format::Scenario scenario = swapped();
  scenario.expectations.clear();
  CHECK_FALSE(simulation::decisive_choices(scenario, 1, 8));
}

TEST_CASE("where another seed fails by itself, no choices make it fail") {
  CHECK_FALSE(simulation::decisive_choices(swapped(), 1, 2));
}

}  // namespace podreel::explore

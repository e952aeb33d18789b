#include "scenarios/explore/coverage.hpp"

#include <doctest/doctest.h>

#include "scenarios/explore/watched_run.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

TEST_CASE("a run shows nothing new the second time, nor with other names and times") {
  const format::Scenario scenario = testing::initialized_scenario();
  format::Scenario later = scenario;
  later.seed = 2;
  Coverage coverage;
  CHECK(coverage.add(watch_run(scenario, {}).history) > 20);
  CHECK(coverage.add(watch_run(scenario, {}).history) == 0);
  const std::size_t before = coverage.size();
  const std::size_t added = coverage.add(watch_run(later, {}).history);
  CHECK(added == coverage.size() - before);
  CHECK(added < 5);
}

}  // namespace podreel::explore

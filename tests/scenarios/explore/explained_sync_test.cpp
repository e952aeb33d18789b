#include "scenarios/explore/explained_sync.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <variant>

#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

using namespace std::chrono_literals;

TEST_CASE("a sync is explained by what led to it and what it decided") {
  const WatchedRun run = watch_run(testing::initialized_scenario(), {.explain = true});
  const auto reports = [&run](sim::Duration at, std::string_view what) {
    return std::ranges::any_of(explained_sync(run, at), [what](const std::string& sentence) {
      return sentence.find(what) != std::string::npos;
    });
  };
  const auto& records = run.history.records();
  const auto first = std::ranges::find_if(
      records, [](const trace::Record& record) { return std::holds_alternative<trace::Sync>(record.payload); });
  REQUIRE(first != records.end());
  CHECK(reports(first->time - run.started_at, "none exists"));
  CHECK_FALSE(reports(1h, "none exists"));
  CHECK(reports(1h, "is ready"));
  CHECK(explained_sync(run, -1s).empty());
  CHECK(explained_sync(watch_run(testing::initialized_scenario(), {}), 1h).empty());
}

}  // namespace podreel::explore

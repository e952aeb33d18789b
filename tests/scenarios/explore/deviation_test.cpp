#include "scenarios/explore/deviation.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <map>

#include "scenarios/explore/opportunities.hpp"
#include "tests/support/explored_scenario.hpp"
#include "tests/support/sanitizers.hpp"

namespace podreel::explorer {

namespace {

using namespace std::chrono_literals;
using language::Trouble;

Allowed everything() {
  Allowed allowed;
  for (const language::TroubleName& known : language::trouble_names) allowed.troubles.push_back(known.trouble);
  return allowed;
}

}  // namespace

TEST_CASE("what goes wrong is the same when it is written down and read again") {
  const Workload workload = testing::workloads_in(testing::initialized_pod).front();
  const language::Scenario scenario = testing::initialized_scenario();
  const WatchedRun sound = watched_run(scenario, {.record_choices = true});
  const Deviations all = opportunities(sound, everything());
  std::map<Trouble, std::size_t> kinds;
  const std::size_t stride = 7 * testing::one_in(10);
  for (std::size_t place = 0; place < all.size(); ++place) {
    if (kinds[all[place].trouble]++ % stride != 0) continue;
    CAPTURE(all[place].what);
    const auto changed = deviated(scenario, {&all[place], 1});
    REQUIRE(changed);
    Workload written = workload;
    write_into(written.document, {&all[place], 1});
    const language::Loaded read = loaded(written);
    REQUIRE(read.scenarios.size() == 1);
    CHECK(read.warnings.empty());
    CHECK(watched_run(read.scenarios[0], {}).digest == watched_run(*changed, {}).digest);
  }
  CHECK(kinds.size() >= 8);
}

TEST_CASE("a node goes down while a call is under way, which is done all the same") {
  const language::Scenario scenario = testing::initialized_scenario();
  Allowed reboots;
  reboots.troubles = {Trouble::reboot};
  const Deviations all = opportunities(watched_run(scenario, {}), reboots);
  const auto during = std::ranges::find_if(
      all, [](const Deviation& deviation) { return deviation.fault && deviation.fault->call == "CreateContainer"; });
  REQUIRE(during != all.end());
  const auto changed = deviated(scenario, {&*during, 1});
  REQUIRE(changed);
  const WatchedRun run = watched_run(*changed, {});
  CHECK(std::ranges::any_of(run.history.instances(), [](const invariants::Instance& instance) {
    return instance.is_unheard && !instance.started_at;
  }));
}

TEST_CASE("what does not go together is not tried") {
  const language::Scenario scenario = testing::initialized_scenario();
  const Deviation crash{.trouble = Trouble::kubelet_crash,
                        .at = 5s,
                        .steps = {{{"at", "5s"}, {"stopKubelet", nlohmann::ordered_json::object()}},
                                  {{"at", "6s"}, {"startKubelet", nlohmann::ordered_json::object()}}}};
  CHECK(deviated(scenario, {&crash, 1}));
  const Deviations twice{crash, crash};
  CHECK_FALSE(deviated(scenario, twice));
}

TEST_CASE("only what is allowed is tried, and only when it is") {
  const WatchedRun sound = watched_run(testing::initialized_scenario(), {});
  Allowed allowed{.troubles = {Trouble::kubelet_crash}, .from = 2s, .until = 3s};
  const Deviations crashes = opportunities(sound, allowed);
  REQUIRE_FALSE(crashes.empty());
  for (const Deviation& crash : crashes) {
    CHECK(crash.trouble == Trouble::kubelet_crash);
    CHECK(crash.at >= 2s);
    CHECK(crash.at < 3s);
  }
  CHECK(crashes.size() <= instants_of(sound).size());
}

}  // namespace podreel::explorer

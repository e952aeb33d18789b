#include "scenarios/explore/perturbation.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <map>

#include "scenarios/explore/injection_points.hpp"
#include "tests/support/explored_scenario.hpp"
#include "tests/support/sample.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using format::FaultKind;

Allowed everything() {
  Allowed allowed;
  for (const format::FaultKindName& known : format::fault_kind_names) allowed.fault_kinds.push_back(known.kind);
  return allowed;
}

}  // namespace

TEST_CASE("what goes wrong is the same when it is written down and read again") {
  const Workload workload = testing::workloads_in(testing::initialized_pod).front();
  const format::Scenario scenario = testing::initialized_scenario();
  const WatchedRun sound = watch_run(scenario, {.record_choices = true});
  const Perturbations all = injection_points(sound, everything());
  std::map<FaultKind, std::size_t> kinds;
  const std::size_t stride = 7 * testing::one_in({.sanitized = 10});
  for (std::size_t place = 0; place < all.size(); ++place) {
    if (kinds[all[place].kind]++ % stride != 0) continue;
    CAPTURE(all[place].what);
    const auto changed = perturbed(scenario, {&all[place], 1});
    REQUIRE(changed);
    Workload written = workload;
    write_into(written.document, {&all[place], 1});
    const format::Loaded read = loaded(written);
    REQUIRE(read.scenarios.size() == 1);
    CHECK(read.warnings.empty());
    CHECK(watch_run(read.scenarios[0], {}).digest == watch_run(*changed, {}).digest);
  }
  CHECK(kinds.size() >= 8);
}

TEST_CASE("a node goes down during a call, which still succeeds") {
  const format::Scenario scenario = testing::initialized_scenario();
  Allowed reboots;
  reboots.fault_kinds = {FaultKind::reboot};
  const Perturbations all = injection_points(watch_run(scenario, {}), reboots);
  const auto during = std::ranges::find_if(all, [](const Perturbation& perturbation) {
    return perturbation.fault && perturbation.fault->call == "CreateContainer";
  });
  REQUIRE(during != all.end());
  const auto changed = perturbed(scenario, {&*during, 1});
  REQUIRE(changed);
  const WatchedRun run = watch_run(*changed, {});
  CHECK(std::ranges::any_of(run.history.instances(), [](const invariants::Instance& instance) {
    return instance.is_unreported && !instance.started_at;
  }));
}

TEST_CASE("what does not go together is not tried") {
  const format::Scenario scenario = testing::initialized_scenario();
  const Perturbation crash{.kind = FaultKind::kubelet_crash,
                           .at = 5s,
                           .steps = {{{"at", "5s"}, {"stopKubelet", nlohmann::ordered_json::object()}},
                                     {{"at", "6s"}, {"startKubelet", nlohmann::ordered_json::object()}}}};
  CHECK(perturbed(scenario, {&crash, 1}));
  const Perturbations twice{crash, crash};
  CHECK_FALSE(perturbed(scenario, twice));
}

TEST_CASE("only what is allowed is tried, and only when it is") {
  const WatchedRun sound = watch_run(testing::initialized_scenario(), {});
  Allowed allowed{.fault_kinds = {FaultKind::kubelet_crash}, .from = 2s, .until = 3s};
  const Perturbations crashes = injection_points(sound, allowed);
  REQUIRE_FALSE(crashes.empty());
  for (const Perturbation& crash : crashes) {
    CHECK(crash.kind == FaultKind::kubelet_crash);
    CHECK(crash.at >= 2s);
    CHECK(crash.at < 3s);
  }
  CHECK(crashes.size() <= instants_of(sound).size());
}

}  // namespace podreel::explore

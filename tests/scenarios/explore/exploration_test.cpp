#include "scenarios/explore/exploration.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>

#include "engine/release/behaviour/looping.hpp"
#include "scenarios/explore/counterexample.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/explored_scenario.hpp"
#include "tests/support/sample.hpp"

namespace podreel::explore {

namespace {

using format::FaultKind;

constexpr std::string_view broken_promise = "leftovers-do-not-count";

/// A reboot after which the runtime does not take away what is left of the old sandbox's init containers: the second
/// one counts as done (kubernetes/kubernetes#137710).
ExplorationPlan reboots_and_errors() {
  ExplorationPlan plan;
  plan.allowed.fault_kinds = {FaultKind::reboot, FaultKind::call_error};
  plan.keeps = {*std::ranges::find(invariants::library(), broken_promise, &invariants::Invariant::name)};
  plan.max_runs = 2'000;
  return plan;
}

}  // namespace

TEST_CASE("the explorer finds that init containers are skipped after a reboot, and writes a small scenario") {
  const ExplorationPlan plan = reboots_and_errors();
  const Exploration found = explore(testing::initialized_scenario(), plan);
  REQUIRE(found.broken.size() == 1);
  CHECK(found.broken[0].invariant == broken_promise);
  CHECK(found.broken[0].perturbations.size() == 2);
  CHECK(found.runs <= plan.max_runs);
  CHECK(found.states <= found.runs);
  CHECK(found.singles_tried <= found.singles);

  const auto small = explore::reduced(testing::workloads_in(testing::initialized_pod).front(), found.broken[0]);
  REQUIRE(small);
  CHECK(small->what == "default/web/app starts before init container unpack has finished");
  CHECK(small->runs <= 2'000);
  const format::Loaded read = loaded(small->workload);
  REQUIRE(read.scenarios.size() == 1);
  const format::Scenario& scenario = read.scenarios[0];
  const auto& pod = small->workload.document["spec"]["timeline"][0]["createPod"];
  CHECK(pod["spec"]["containers"].size() == 1);
  CHECK_FALSE(pod["metadata"].contains("labels"));
  CHECK(small->workload.document["spec"]["duration"] == "35s");
  CHECK(small->workload.document["spec"]["timeline"][1]["at"] == "2s");
  CHECK(scenario.runtime.calls.size() == 1);
  CHECK_FALSE(small->workload.document["spec"]["runtime"]["calls"][0].contains("from"));
  CHECK(small->workload.document["spec"]["runtime"]["calls"][0]["until"] == "52s");
  REQUIRE(scenario.expectations.size() == 1);
  const simulation::CheckedRun judged = simulation::run_and_check(scenario);
  CHECK_FALSE(judged.verdicts.at(0).held);
}

TEST_CASE("the same is found with any number of threads") {
  ExplorationPlan plan = reboots_and_errors();
  plan.max_runs = 300 / testing::one_in({.sanitized = 6});
  const Exploration alone = explore(testing::initialized_scenario(), plan);
  plan.jobs = 3;
  const Exploration together = explore(testing::initialized_scenario(), plan);
  CHECK(alone.runs == together.runs);
  CHECK(alone.states == together.states);
  CHECK(alone.covered == together.covered);
  CHECK(alone.broken.size() == together.broken.size());
}

TEST_CASE("the search ends when everything was tried, or on request") {
  ExplorationPlan plan;
  plan.allowed.fault_kinds = {FaultKind::reboot};
  plan.at_once = 1;
  const Exploration all = explore(testing::initialized_scenario(), plan);
  CHECK(all.is_complete);
  CHECK(all.left == 0);
  CHECK(all.singles_tried == all.singles);
  CHECK(all.runs == all.singles + 1);
  CHECK(all.runs_by_fault_count == std::vector<std::size_t>{1, all.singles});
  plan.goes_on = [] { return false; };
  const Exploration stopped = explore(testing::initialized_scenario(), plan);
  CHECK(stopped.runs == 1);
  CHECK_FALSE(stopped.is_complete);
  CHECK(stopped.left == stopped.singles);
}

TEST_CASE("a search of two at once is complete when every pair has been tried, in one order, from every state") {
  ExplorationPlan plan;
  plan.allowed.fault_kinds = {FaultKind::reboot};
  plan.allowed.until = std::chrono::seconds{1};
  const Exploration all = explore(testing::initialized_scenario(), plan);
  REQUIRE(all.is_complete);
  CHECK(all.runs < plan.max_runs);
  REQUIRE(all.runs_by_fault_count.size() == 3);
  CHECK(all.runs_by_fault_count[1] == all.singles + all.repeated);
  CHECK(all.runs_by_fault_count[2] > 0);
  CHECK(all.commuting > 0);
  CHECK(all.states < all.runs);
  plan.max_runs = all.runs - 1;
  CHECK_FALSE(explore(testing::initialized_scenario(), plan).is_complete);
}

TEST_CASE("a scenario's own expectations of every moment must hold, where that is asked for") {
  ExplorationPlan plan;
  plan.allowed.fault_kinds = {FaultKind::reboot};
  plan.at_once = 1;
  plan.expectations = true;
  const Exploration found = explore(testing::initialized_scenario(), plan);
  REQUIRE(found.broken.size() == 1);
  CHECK(found.broken[0].invariant == "expect[0]");
  const auto small = explore::reduced(testing::workloads_in(testing::initialized_pod).front(), found.broken[0]);
  REQUIRE(small);
  CHECK(small->perturbations.size() == 1);
  CHECK(small->what == "found 1, expected exactly 0");
  const auto& spec = small->workload.document["spec"];
  CHECK(spec["description"] == "This run violates expect[0]: found 1, expected exactly 0.\nthe node reboots.\n");
  CHECK(spec["timeline"][1].contains("rebootNode"));
  CHECK(spec["expect"] == testing::workloads_in(testing::initialized_pod).front().document["spec"]["expect"]);
  const simulation::CheckedRun judged = simulation::run_and_check(loaded(small->workload).scenarios.at(0));
  CHECK_FALSE(judged.verdicts.at(0).held);
}

TEST_CASE("invariants of one's own are looked for like those of the library") {
  const auto search = [](const invariants::History& history) -> std::optional<invariants::Finding> {
    for (const trace::Record& record : history.records()) {
      const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
      if (process != nullptr && process->what == "stop") return invariants::Finding{record.time, "it is stopped"};
    }
    return std::nullopt;
  };
  const invariants::Invariant never_stops{"never-stops", "a kubelet runs for ever", search};
  ExplorationPlan plan;
  plan.allowed.fault_kinds = {FaultKind::kubelet_crash};
  plan.keeps = {&never_stops};
  plan.max_runs = 20;
  const Exploration found = explore(testing::initialized_scenario(), plan);
  REQUIRE(found.broken.size() == 1);
  CHECK(found.broken[0].invariant == "never-stops");
}

TEST_CASE("a fault that is not there is not found in a release that has mended it") {
  ExplorationPlan plan = reboots_and_errors();
  plan.allowed.fault_kinds = {FaultKind::reboot};
  plan.max_runs /= testing::one_in({.sanitized = 10});
  CHECK(explore(testing::initialized_scenario(), plan).broken.empty());
}

TEST_CASE("a livelock is a finding if known faults are not excused") {
  const auto reported = [](bool excuse_known_faults) {
    invariants::Circumstances circumstances;
    circumstances.excuse_known_faults = excuse_known_faults;
    release::Behaviour evented{};
    evented.set(release::evented_pleg_takes_nanoseconds_for_seconds, true);
    circumstances.kubelets = {evented};
    WatchedRun run{invariants::History{std::move(circumstances)}, {}, 0, {}};
    run.history.end_in_livelock();
    return run.breaches();
  };
  CHECK(reported(true) == "");
  CHECK(reported(false).find("no-livelock: ") != std::string::npos);
}

TEST_CASE("an evented PLEG that gets no statuses wants a second sandbox, whose name is not free: time goes on") {
  const auto unanswered = testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: unanswered}
spec:
  duration: 2m
  timing: ideal
  node: {kubelet: {version: "1.31", featureGates: {EventedPLEG: true}}}
  runtime: {calls: [{call: ContainerStatus, from: 0s, until: 30s, takes: 250s}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}
  expect:
    - {event: {reason: FailedCreatePodSandBox, message: "*failed to reserve sandbox name \"web_default_*_0\": name \"web_default_*_0\" is reserved for *"}, count: {atLeast: 2}}
)");
  const format::Scenario scenario = loaded(unanswered.front()).scenarios.front();
  const std::string reported = watch_run(scenario, {.excuse_known_faults = false}).breaches();
  CHECK_MESSAGE(reported.find("no-livelock: ") == std::string::npos, reported);
  const simulation::CheckedRun judged = simulation::run_and_check(scenario);
  CHECK_MESSAGE(judged.verdicts.at(0).held, judged.verdicts.at(0).seen);
}

}  // namespace podreel::explore

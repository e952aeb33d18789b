// Several results of one run of a node are those of separate runs.
#include "scenarios/fleet/node_run.hpp"

#include <doctest/doctest.h>
#include <string>
#include <utility>

#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/format/actions/preparation.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

const std::string rolled_back_steps =
    "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n  rollBackAt: 12h\n";

Loaded loaded_with(const std::string& runtime, const std::string& plan_fields) {
  std::string text = testing::masters_fleet(3, testing::deployment("web", 6, testing::resizable_container_spec));
  const std::string spec = "spec:\n";
  text.insert(text.find(spec) + spec.size(), runtime);
  Loaded loaded =
      testing::loaded_fleet(text + testing::masters_plan(", watchedFor: 1m", "  watch: 1m\n" + plan_fields));
  for (const api::Problem& problem : loaded.problems) FAIL(api::to_string(problem));
  return loaded;
}

/// Results of the first node.
struct PartResults {
  NodeResult masters;
  NodeResult turn;
  NodeResult roll_back;

  friend bool operator==(const PartResults&, const PartResults&) = default;
};

PartResults results_with(const Loaded& loaded, Prefetch prefetch) {
  Placements placements{*loaded.fleet};
  SimulatedNodeResults results{*loaded.fleet, loaded.plans.front(), placements, 1, {}, prefetch};
  PartResults parts;
  parts.masters = results.of_masters(0, {0}).front();
  parts.turn = results.of(0, {0}).front();
  parts.roll_back = results.rolled_back(0, {0}).front();
  return parts;
}

/// Each part in a run of its own.
PartResults separate_results(const Loaded& loaded) {
  const Plan& plan = loaded.plans.front();
  const Cluster& cluster = loaded.fleet->clusters.front();
  const Placement placement{cluster};
  const std::vector<Replica>& pods = placement.pods_of(0);
  const auto observed = [&](const format::Scenario& scenario, sim::Duration from, sim::Duration length) {
    NodeResult result = result_of(scenario, pods, from, from + length, {});
    return result.has_recovered || plan.recovery <= length ? result
                                                           : result_of(scenario, pods, from, from + plan.recovery, {});
  };
  PartResults parts;
  parts.masters =
      observed(masters_scenario(*loaded.fleet, cluster, 0, pods, plan), masters_begin(plan), plan.masters->watched_for);
  const format::Scenario turn = node_scenario(*loaded.fleet, cluster, 0, pods, plan);
  parts.turn = observed(turn, turn_begins(plan), plan.watch);
  const sim::Duration back_at = turn_begins(plan) + parts.turn.looked_at_for;
  parts.roll_back = observed(and_back(turn, plan, back_at), back_at, plan.watch);
  return parts;
}

}  // namespace

TEST_CASE("the control plane's upgrade, the node's own and its roll-back have the results of separate runs") {
  const Loaded loaded = loaded_with("", rolled_back_steps);
  const PartResults expected = separate_results(loaded);
  CHECK(expected.masters.restarted > 0);
  CHECK(expected.turn.restarted > 0);
  CHECK(expected.roll_back.restarted > 0);
  CHECK(results_with(loaded, Prefetch::yes) == expected);
  CHECK(results_with(loaded, Prefetch::no) == expected);
}

TEST_CASE("a node that is not ready when its observation ends is observed longer, and rolled back later") {
  const std::string slow_starts = "  runtime: {calls: [{call: StartContainer, takes: 80s}]}\n";
  const Loaded loaded = loaded_with(slow_starts, rolled_back_steps);
  const PartResults expected = separate_results(loaded);
  CHECK(expected.masters.looked_at_for == loaded.plans.front().recovery);
  CHECK(expected.turn.looked_at_for == loaded.plans.front().recovery);
  CHECK(results_with(loaded, Prefetch::yes) == expected);
  CHECK(results_with(loaded, Prefetch::no) == expected);
}

TEST_CASE("calls that have not returned when an observation ends are in its result as at the end of a run") {
  for (const char* takes : {"59990ms", "55s", "54s", "20s"}) {
    CAPTURE(takes);
    const Loaded loaded = loaded_with(
        std::string{"  runtime: {calls: [{call: StopContainer, takes: "} + takes + "}]}\n", rolled_back_steps);
    const PartResults expected = separate_results(loaded);
    CHECK(results_with(loaded, Prefetch::yes) == expected);
    CHECK(results_with(loaded, Prefetch::no) == expected);
  }
}

TEST_CASE("a roll-back that adds an object, which does not exist before, is a run of its own") {
  const Loaded loaded =
      loaded_with("",
                  "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 1s, addConfigMap: {name: settings, data: {a: b}}}, "
                  "{at: 5s, startKubelet: {version: \"1.30\"}}]\n  rollBackAt: 12h\n");
  CHECK(actions::needs_preparation(*loaded.plans.front().roll_back.steps[1].action));
  CHECK_FALSE(actions::needs_preparation(*loaded.plans.front().roll_back.steps[0].action));
  const PartResults expected = separate_results(loaded);
  CHECK(results_with(loaded, Prefetch::yes) == expected);
  CHECK(results_with(loaded, Prefetch::no) == expected);
}

}  // namespace podreel::fleet

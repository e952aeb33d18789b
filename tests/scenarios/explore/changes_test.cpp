#include "scenarios/explore/changes.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

ReleaseStep from_to(const char* from, const char* to) {
  return {release::parse_release(from).value(), release::parse_release(to).value()};
}

const release::BehaviourRow& row_named(const ReleaseStep& step, std::string_view name) {
  const auto rows = changed_rows(step);
  const auto found = std::ranges::find(rows, name, &release::BehaviourRow::name);
  REQUIRE(found != rows.end());
  return **found;
}

}  // namespace

TEST_CASE("what changes between two releases is what one of them can and the other cannot") {
  const auto rows = changed_rows(from_to("1.13", "1.14"));
  REQUIRE_FALSE(rows.empty());
  const release::Behaviour before = release::behaviour_of(release::parse_release("1.13").value());
  const release::Behaviour after = release::behaviour_of(release::parse_release("1.14").value());
  for (const release::BehaviourRow* row : rows) CHECK(before.has(row->capability) != after.has(row->capability));
  CHECK(changed_rows(from_to("1.14", "1.14")).empty());
}

TEST_CASE("a row about the text of an event is found by the event") {
  const ReleaseStep step = from_to("1.13", "1.14");
  const format::Scenario scenario = testing::initialized_scenario();
  const auto mark =
      find_capability_distinction(scenario, step, row_named(step, "container_events_name_container").capability);
  REQUIRE(mark);
  CHECK(mark->record.contains("event"));
  CHECK(mark->before != mark->after);
  CHECK_FALSE(
      find_capability_distinction(scenario, step, row_named(step, "unknown_containers_killed_first").capability));
}

TEST_CASE("a change becomes a scenario that both releases pass, and neither passes as the other") {
  const ReleaseStep step = from_to("1.13", "1.14");
  const release::BehaviourRow& row = row_named(step, "pulling_event_in_upper_case");
  const auto pulled = testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: pulled}
spec:
  duration: 1m
  runtime: {images: [{name: "app:1", present: false, pull: {takes: 3s}}]}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {app: web}}
        spec: {containers: [{name: app, image: "app:1"}, {name: log, image: "log:1"}]}
)");
  const auto made = change_scenario(pulled.front(), step, row, 300);
  REQUIRE(made);
  CHECK(made->document["metadata"].dump() ==
        R"({"name":"1.13-to-1.14-pulling-event-in-upper-case","labels":{"theme":"changes"},)"
        R"("annotations":{"podreel.dev/source":"pkg/kubelet/images/image_manager.go"}})");
  CHECK(made->document["spec"]["description"] == "From 1.14: event Pulling begins in upper case.\n");
  api::LoadedFile file;
  file.documents.push_back(api::to_tree(nlohmann::json(made->document)));
  const format::Loaded read = format::load_scenarios(file, "made.yaml");
  REQUIRE(read.scenarios.size() == 2);
  for (std::size_t run = 0; run < 2; ++run) {
    format::Scenario scenario = read.scenarios[run];
    const auto holds = [](const format::Scenario& judged) {
      const auto verdicts = simulation::run_and_check(judged).verdicts;
      return !verdicts.empty() && std::ranges::all_of(verdicts, &format::Verdict::held);
    };
    CHECK(holds(scenario));
    scenario.node.kubelet.overrides = {row.capability};
    CHECK_FALSE(holds(scenario));
  }
  const auto& spec = made->document["spec"];
  CHECK(spec["timeline"][0]["createPod"]["spec"]["containers"].size() == 1);
}

TEST_CASE("rows that a run shows change its records, and others appear with a fault") {
  const ReleaseStep step = from_to("1.31", "1.32");
  const auto pulled = testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: pulled}
spec:
  duration: 1m
  timing: ideal
  node: {kubelet: {version: "1.32"}}
  runtime: {images: [{name: "app:1", present: false}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}
)")
                          .front();
  const release::BehaviourRow* row = &row_named(step, "pull_back_off_has_cause");
  std::vector<const release::BehaviourRow*> rows{row};
  CHECK(shown_rows(loaded(pulled).scenarios.at(0), step, rows).empty());

  const auto found = shown_by_fault(pulled, step, rows, 1'000);
  CHECK(rows.empty());
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == row);
  const format::Scenario faulty = loaded(found[0].second).scenarios.at(0);
  CHECK(shown_rows(faulty, step, {row}) == std::vector{row});

  Workload long_run = pulled;
  long_run.document["spec"]["duration"] = "31m";
  rows = {row};
  CHECK(shown_by_fault(long_run, step, rows, 1'000).empty());
}

}  // namespace podreel::explore

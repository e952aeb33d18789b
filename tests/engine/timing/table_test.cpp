#include "engine/timing/table.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::timing {

namespace {

/// Ten messages of one kind, and a container that exits when its grace ends.
constexpr const char* rare = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: rare}
spec:
  duration: 1m
  runtime:
    calls: [{call: StopPodSandbox, takes: {min: 1ms, max: 2ms}, fails: 1%}]
    pods:
      - name: web
        containers: [{name: app, runs: [{onTerm: {exitAfter: 5s}}]}]
        exec:
          - command: check
            answers:
              - {from: 0s, exitCode: 1, output: a}
              - {from: 2s, exitCode: 1, output: b}
              - {from: 4s, exitCode: 1, output: c}
              - {from: 6s, exitCode: 1, output: d}
              - {from: 8s, exitCode: 1, output: e}
              - {from: 10s, exitCode: 1, output: f}
              - {from: 12s, exitCode: 1, output: g}
              - {from: 14s, exitCode: 1, output: h}
              - {from: 16s, exitCode: 1, output: i}
              - {from: 18s, exitCode: 1, output: j}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
            - {name: app, image: "a:1", imagePullPolicy: Always, readinessProbe: {periodSeconds: 1, exec: {command: [check]}}}
    - {at: 40s, deletePod: {name: web, gracePeriodSeconds: 5}}
)";

/// A kubelet that starts while the API server is away, and a mirror pod that is replaced.
constexpr const char* away = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: away}
spec:
  duration: 1m
  node: {reportsStatus: true}
  timeline:
    - at: 0s
      addStaticPod:
        path: /etc/kubernetes/manifests/etcd.yaml
        manifest: {apiVersion: v1, kind: Pod, metadata: {name: etcd}, spec: {containers: [{name: app, image: "a:1"}]}}
    - at: 10s
      updateStaticPod:
        path: /etc/kubernetes/manifests/etcd.yaml
        manifest: {apiVersion: v1, kind: Pod, metadata: {name: etcd}, spec: {containers: [{name: app, image: "a:2"}]}}
    - {at: 30s, stopKubelet: {}}
    - {at: 31s, stopApiServer: {}}
    - {at: 32s, startKubelet: {}}
)";

struct Listener final : trace::Sink {
  void write(const trace::Record& /*record*/) override {}
};

std::vector<sim::Choice> choices_of(const format::Loaded& loaded) {
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(api::to_string(problem));
  Listener listener;
  simulation::ReplayOptions options;
  options.record_choices = true;
  options.sinks = {&listener};
  std::vector<sim::Choice> choices;
  for (const format::Scenario& scenario : loaded.scenarios) {
    std::ranges::move(simulation::replay(scenario, options).choices, std::back_inserter(choices));
  }
  return choices;
}

}  // namespace

TEST_CASE("every row has a name of its own and says what it is") {
  std::set<std::string_view> names;
  for (const AnyRow& any : rows()) {
    const Row& row = std::visit([](const auto* known) -> const Row& { return *known; }, any);
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.what.empty());
  }
}

TEST_CASE("every site has a name of its own, and rows") {
  std::set<std::string_view> names;
  for (const SiteName& site : sites()) {
    CAPTURE(site.name);
    CHECK(names.insert(site.name).second);
    CHECK(&name_of(site.site) == &site);
    CHECK(find_site(site.name) == site.site);
    CHECK_FALSE(possible_options(site.site).empty());
  }
  CHECK_FALSE(find_site("no-site"));
}

TEST_CASE("every site is met, and with as many possibilities as its rows say") {
  std::vector<sim::Choice> choices =
      choices_of(format::load_scenarios(api::load_documents(rare, "rare.yaml"), "rare.yaml"));
  const auto met_away = choices_of(format::load_scenarios(api::load_documents(away, "away.yaml"), "away.yaml"));
  choices.insert(choices.end(), met_away.begin(), met_away.end());
  for (const char* scenario :
       {"kubelet-restart.yaml", "liveness-kill.yaml", "stubborn-deletion.yaml", "library/faults/api-server-outage.yaml",
        "library/issues/121003-evented-pleg-starts-duplicates.yaml", "library/lessons/10-sidecars.yaml",
        "library/faults/restart-of-all-containers.yaml", "library/faults/volume-waits-for-a-secret.yaml",
        "library/issues/96142-multi-attach.yaml", "library/faults/pre-stop-hook-outlives-the-grace.yaml",
        "library/faults/node-lost-for-a-moment.yaml",
        "library/changes/1.30-to-1.31-node-reported-before-runtime-check.yaml"}) {
    const auto more = choices_of(format::load_scenario_file(testing::source_path("scenarios") / scenario));
    choices.insert(choices.end(), more.begin(), more.end());
  }
  std::set<Site> met;
  for (const sim::Choice& choice : choices) {
    CAPTURE(choice.site);
    CAPTURE(choice.options);
    const std::optional<Site> site = find_site(choice.site);
    REQUIRE(site);
    REQUIRE(is_possible(*site, choice.options));
    met.insert(*site);
  }
  // No node has it.
  met.insert(Site::control_plane);
  for (const SiteName& site : sites()) CHECK_MESSAGE(met.contains(site.site), site.name);
}

TEST_CASE("what a site's rows allow is told") {
  CHECK(possible_options(Site::worker_wake) == "32");
  CHECK(possible_options(Site::kill_order) == "2 or more");
  CHECK(possible_options(Site::start_latency) == "1000000");
  CHECK(possible_options(Site::select) == "2 to 5 or 36 or 4 or 2 or 21000000");
  CHECK(is_possible(Site::select, 36));
  CHECK_FALSE(is_possible(Site::select, 6));
  CHECK_FALSE(is_possible(Site::worker_wake, 0));
}

}  // namespace podreel::timing

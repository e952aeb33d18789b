// Faults that a run offers, and their times.
#include "scenarios/explore/injection_points.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

#include "scenarios/format/shapes/duration.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using format::FaultKind;
using nlohmann::ordered_json;

/// A pod whose init container lies dead while another container runs, which is patched then, and deleted.
constexpr std::string_view deleted_pod = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: deleted}
spec:
  duration: 1m
  timing: ideal
  node: {kubelet: {version: "1.30"}}
  timeline:
    - at: 5s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          terminationGracePeriodSeconds: 2
          initContainers: [{name: fetch, image: "fetch:1"}]
          containers: [{name: app, image: "app:1"}]
    - {at: 15s, patchPod: {name: web, patch: {metadata: {labels: {app: web}}}}}
    - {at: 30s, deletePod: {name: web}}
)";

WatchedRun run_of(std::string_view text) {
  const Workload workload = testing::workloads_in(text).front();
  return watch_run(loaded(workload).scenarios.front(), {.record_choices = true});
}

Perturbations points_of(const WatchedRun& run, FaultKind kind, sim::Duration from = {},
                        sim::Duration until = sim::Duration::max()) {
  return injection_points(run, {.fault_kinds = {kind}, .from = from, .until = until});
}

std::set<std::string> texts_of(const Perturbations& points) {
  std::set<std::string> texts;
  for (const Perturbation& point : points) texts.insert(point.what);
  return texts;
}

/// The faults that are no faults of calls.
Perturbations external(Perturbations points) {
  std::erase_if(points, [](const Perturbation& point) { return point.fault.has_value(); });
  return points;
}

/// Returns the steps of the last such fault, without their times.
std::string actions_of(const Perturbations& points, std::string_view what) {
  const auto found = std::ranges::find(points.rbegin(), points.rend(), what, &Perturbation::what);
  REQUIRE(found != points.rend());
  std::string actions;
  for (ordered_json step : found->steps) {
    step.erase("at");
    actions += step.dump();
  }
  return actions;
}

/// Returns the times of the steps since the fault begins.
std::vector<sim::Duration> delays_of(const Perturbation& point) {
  std::vector<sim::Duration> delays;
  for (const ordered_json& step : point.steps) {
    const auto at = format::parse_duration(step["at"].get<std::string>());
    REQUIRE(std::holds_alternative<sim::Duration>(at));
    delays.push_back(std::get<sim::Duration>(at) - point.at);
  }
  return delays;
}

}  // namespace

TEST_CASE("kubelets, API servers, networks and runtimes fail at every instant, and come back") {
  const WatchedRun run = run_of(deleted_pod);
  const std::size_t instants = instants_of(run).size();

  const Perturbations crashes = external(points_of(run, FaultKind::kubelet_crash));
  CHECK(crashes.size() == instants);
  CHECK(actions_of(crashes, "the kubelet is killed and restarts after 1s") ==
        R"({"stopKubelet":{"signal":"KILL"}}{"startKubelet":{}})");
  CHECK(delays_of(crashes.back()) == std::vector<sim::Duration>{0s, 1s});

  const Perturbations outages = points_of(run, FaultKind::api_outage);
  CHECK(outages.size() == instants);
  CHECK(actions_of(outages, "the API server is down for 30s") == R"({"stopApiServer":{}}{"startApiServer":{}})");
  CHECK(delays_of(outages.back()) == std::vector<sim::Duration>{0s, 30s});

  const Perturbations cuts = points_of(run, FaultKind::network_cut);
  CHECK(cuts.size() == instants);
  CHECK(actions_of(cuts, "the node is cut off from the API server for 30s") == R"({"cutNetwork":{"for":"30s"}})");

  const Perturbations restarts = points_of(run, FaultKind::runtime_restart);
  CHECK(restarts.size() == 2 * instants);
  CHECK(actions_of(restarts, "the runtime restarts, and containers keep running") ==
        R"({"restartRuntime":{"downFor":"5s"}})");
  CHECK(actions_of(restarts, "the runtime restarts, and all containers die") ==
        R"({"restartRuntime":{"downFor":"5s","killsContainers":true}})");
}

TEST_CASE("nodes lose resources only where a container requests some") {
  CHECK(points_of(run_of(deleted_pod), FaultKind::less_room).empty());
  std::string text{deleted_pod};
  constexpr std::string_view image = R"(image: "app:1")";
  text.replace(text.find(image), image.size(), R"(image: "app:1", resources: {requests: {cpu: 1}})");
  const WatchedRun run = run_of(text);
  const Perturbations points = points_of(run, FaultKind::less_room);
  CHECK(points.size() == instants_of(run).size());
  CHECK(actions_of(points, "the kubelet is killed and restarts with little allocatable CPU and memory (1m and 1Mi)") ==
        R"({"stopKubelet":{"signal":"KILL"}})"
        R"({"startKubelet":{"allocatable":{"cpu":"1m","memory":"1Mi","pods":"110"}}})");
  CHECK(delays_of(points.back()) == std::vector<sim::Duration>{0s, 1s});
}

TEST_CASE("calls that create something are interrupted by the kubelet's end and by a reboot") {
  const WatchedRun run = run_of(deleted_pod);
  for (const FaultKind kind : {FaultKind::kubelet_crash, FaultKind::reboot}) {
    Perturbations points = points_of(run, kind);
    std::erase_if(points, [](const Perturbation& point) { return !point.fault; });
    std::set<std::string> calls;
    const bool reboots = kind == FaultKind::reboot;
    for (const Perturbation& point : points) {
      calls.insert(fmt::format("{} {}", point.fault->call, point.fault->container));
      CHECK(point.fault->pod == "default/web");
      CHECK(point.fault->from == point.at);
      CHECK(point.fault->until == point.at + 1ns);
      CHECK(point.fault->takes == 2s);
      CHECK(delays_of(point) == std::vector<sim::Duration>{1s, 2s + 1ns + (reboots ? 0s : 1s)});
      CHECK(actions_of(points, point.what) ==
            (reboots ? R"({"stopKubelet":{"signal":"KILL"}}{"rebootNode":{"downFor":"20s"}})"
                     : R"({"stopKubelet":{"signal":"KILL"}}{"startKubelet":{}})"));
    }
    CHECK(calls == std::set<std::string>{"RunPodSandbox ", "CreateContainer fetch", "StartContainer fetch",
                                         "CreateContainer app", "StartContainer app"});
  }
}

TEST_CASE("clients write the status of pods that exist") {
  const Perturbations writes = points_of(run_of(deleted_pod), FaultKind::status_write);
  REQUIRE_FALSE(writes.empty());
  CHECK(writes.front().at == 5s + 1ns);
  CHECK(writes.back().at > 30s);
  CHECK(writes.back().at < 40s);
  CHECK(texts_of(writes) == std::set<std::string>{"a client sets the Ready condition of default/web to False"});
  CHECK(actions_of(writes, writes.front().what) == R"({"patchPodStatus":{"name":"default/web","patch":{"conditions":[)"
                                                   R"({"type":"Ready","status":"False","reason":"NodeNotReady"}]}}})");
}

TEST_CASE("running containers exit or are killed, and dead ones are lost") {
  const WatchedRun run = run_of(deleted_pod);
  CHECK(texts_of(points_of(run, FaultKind::oom_kill, 10s, 20s)) ==
        std::set<std::string>{"default/web/app is OOM-killed"});
  CHECK(texts_of(points_of(run, FaultKind::container_exit, 10s, 20s)) ==
        std::set<std::string>{"default/web/app exits with 0", "default/web/app exits with 1"});
  const Perturbations exits = points_of(run, FaultKind::container_exit, 10s, 20s);
  CHECK(actions_of(exits, "default/web/app exits with 1") ==
        R"({"exitContainer":{"pod":"default/web","container":"app","exitCode":1}})");
  const Perturbations losses = points_of(run, FaultKind::container_loss, 10s, 20s);
  CHECK(texts_of(losses) == std::set<std::string>{"the runtime loses the dead container default/web/fetch"});
  CHECK(actions_of(losses, "the runtime loses the dead container default/web/fetch") ==
        R"({"removeContainer":{"pod":"default/web","container":"fetch"}})");
  CHECK(points_of(run, FaultKind::container_exit, 0s, 5s).empty());
  CHECK(points_of(run, FaultKind::container_exit, 50s).empty());
  CHECK(points_of(run, FaultKind::container_loss, 0s, 5s).empty());
}

TEST_CASE("sandboxes die alone or with their containers, and nodes with pods reboot") {
  const WatchedRun run = run_of(deleted_pod);
  const Perturbations deaths = points_of(run, FaultKind::sandbox_death, 10s, 20s);
  CHECK(texts_of(deaths) == std::set<std::string>{"the sandbox of default/web dies",
                                                  "the sandbox of default/web dies, but not its containers"});
  CHECK(actions_of(deaths, "the sandbox of default/web dies") == R"({"killSandbox":{"pod":"default/web"}})");
  CHECK(actions_of(deaths, "the sandbox of default/web dies, but not its containers") ==
        R"({"killSandbox":{"pod":"default/web","killsContainers":false}})");
  const Perturbations reboots = external(points_of(run, FaultKind::reboot, 10s, 20s));
  CHECK(actions_of(reboots, "the node reboots") == R"({"rebootNode":{"downFor":"20s"}})");
  CHECK(external(points_of(run, FaultKind::reboot, 0s, 5s)).empty());
  CHECK(points_of(run, FaultKind::sandbox_death, 0s, 5s).empty());
}

TEST_CASE("other values of random choices are tried at the ends, in the middle and among the first") {
  WatchedRun run = run_of(deleted_pod);
  run.choices = {{.site = "jitter", .key = "web", .index = 3, .options = 100, .value = 50},
                 {.site = "order", .key = "web", .index = 0, .options = 2, .value = 1}};
  const Perturbations points = points_of(run, FaultKind::chance);
  CHECK(texts_of(points) ==
        std::set<std::string>{"jitter 3 of web is 0 of 100 instead of 50", "jitter 3 of web is 1 of 100 instead of 50",
                              "jitter 3 of web is 2 of 100 instead of 50", "jitter 3 of web is 3 of 100 instead of 50",
                              "jitter 3 of web is 99 of 100 instead of 50", "order 0 of web is 0 of 2 instead of 1"});
  for (const Perturbation& point : points) CHECK(point.choice.has_value());
}

TEST_CASE("calls fail once, for a while, and in time, and so do the questions of the runtime") {
  const WatchedRun run = run_of(deleted_pod);
  const Perturbations errors = points_of(run, FaultKind::call_error);
  const auto texts = texts_of(errors);
  CHECK(texts.contains("StartContainer of default/web/app fails"));
  CHECK(texts.contains("StartContainer of default/web/app fails for 30s"));
  CHECK(texts.contains("RunPodSandbox of default/web fails"));
  CHECK(texts.contains("ContainerStatus fails for 2s"));
  const auto hangs = texts_of(points_of(run, FaultKind::call_hang));
  CHECK(hangs.contains("StartContainer of default/web/app hangs for 15s"));
  CHECK(hangs.contains("StartContainer of default/web/app hangs until it times out, but succeeds later"));
  CHECK(hangs.contains("StartContainer of default/web/app hangs until it times out, and fails"));
  CHECK(std::ranges::is_sorted(errors, {}, &Perturbation::at));
}

}  // namespace podreel::explore

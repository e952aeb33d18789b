#include "engine/kubelet/termination/killer_termination.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::kubelet {

namespace {

using Lines = std::vector<std::string>;

/// Stops, kills and ends, and what is told of them: "StopContainer app 30".
class Ends final : public trace::Sink {
 public:
  explicit Ends(sim::Time begin) : begin_{begin} {}

  void write(const trace::Record& record) override {
    if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
      if (call->op == "StopContainer") add(record, fmt::format("{} {} {}", call->op, *call->container, *call->timeout));
      if (call->op == "StopPodSandbox") add(record, call->op);
    } else if (const auto* event = std::get_if<trace::Event>(&record.payload)) {
      if (event->reason == "Killing") add(record, event->reason);
    } else if (const auto* api = std::get_if<trace::Api>(&record.payload)) {
      if (api->op == "pod_removed") add(record, api->op);
    } else if (const auto* status = std::get_if<trace::Status>(&record.payload)) {
      if (is_terminal(status->status->phase)) add(record, std::string{api::to_string(status->status->phase)});
    }
  }

  [[nodiscard]] std::ptrdiff_t count(std::string_view what) const { return std::ranges::count(lines, what); }
  /// Seconds since the beginning, of the first; fails the test if there is none.
  [[nodiscard]] double first(std::string_view what) const {
    const auto found = std::ranges::find(lines, what);
    REQUIRE(found != lines.end());
    return times[static_cast<std::size_t>(found - lines.begin())];
  }

  Lines lines;
  std::vector<double> times;

 private:
  void add(const trace::Record& record, std::string line) {
    lines.push_back(std::move(line));
    times.push_back(format::in_seconds(record.time - begin_));
  }

  sim::Time begin_;
};

Ends run(const std::string& steps, const std::string& runs, std::uint64_t seed) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: ends}\nspec:\n  duration: 50s\n"
      "  node: {kubelet: {version: '1.19'}}\n"
      "  runtime: {pods: [{name: 'web*', containers: [{name: app, runs: [" +
      runs + "]}]}]}\n  timeline:\n" + steps;
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "ends.yaml"), "ends.yaml");
  for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.problems.empty());
  simulation::ReplayOptions options;
  options.seed = seed;
  Ends ends{simulation::start_time(loaded.scenarios.front(), options)};
  options.sinks = {&ends};
  static_cast<void>(simulation::replay(loaded.scenarios.front(), options));
  return ends;
}

std::string create(const std::string& spec) {
  return "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {" + spec +
         ", containers: [{name: app, image: 'app:1'}]}}}\n";
}

constexpr std::string_view stops_in_two_seconds = "{for: forever, onTerm: {exitAfter: 2s, exitCode: 0}}";

}  // namespace

TEST_CASE("every sync stops a deleted pod once more, until it is seen that nothing runs") {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const Ends ends =
        run(create("restartPolicy: Always") + "    - {at: 20s, deletePod: {name: web, gracePeriodSeconds: 10}}\n",
            std::string{stops_in_two_seconds}, seed);
    CHECK(Lines{ends.lines.begin(), ends.lines.begin() + 3} ==
          Lines{"Killing", "StopContainer app 10", "StopPodSandbox"});
    CHECK(ends.count("StopPodSandbox") >= 2);
    // Containers go with the relist that sees them dead, and the pod with the next, or at a tick of the status manager.
    CHECK(ends.first("pod_removed") > 22.9);
    CHECK(ends.first("pod_removed") < 34.5);
  }
}

TEST_CASE("a finished pod is reported, and its sandbox stopped, by the sync that sees the end") {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const Ends ends = run(create("restartPolicy: Never"), "{for: 10s, exitCode: 0}", seed);
    const double seen = ends.first("Succeeded");
    CHECK(seen < 11.3);
    CHECK(ends.first("StopPodSandbox") - seen < 0.1);
    CHECK(seen - ends.first("StopPodSandbox") < 0.1);
  }
}

TEST_CASE("housekeeping may still take for running what has just ended, and stops it once more") {
  std::ptrdiff_t stopped = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const Ends ends = run(create("restartPolicy: Never"), "{for: 10s, exitCode: 0}", seed);
    CHECK(ends.count("Killing") == 0);
    stopped += ends.count("StopContainer app 30");
  }
  CHECK(stopped > 0);
  CHECK(stopped < 16);
}

TEST_CASE("a pod that is removed from the API is killed with its own grace period, and one that is unknown silently") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::string spec = create("terminationGracePeriodSeconds: 7");
    const std::string removal = "    - {at: 20s, deletePod: {name: web, gracePeriodSeconds: 0}}\n";
    const Ends removed = run(spec + removal, std::string{stops_in_two_seconds}, seed);
    CHECK(removed.first("StopContainer app 7") < 20.1);
    CHECK(removed.count("Killing") == 1);
    const Ends unknown =
        run(spec + "    - {at: 18s, stopKubelet: {}}\n" + removal + "    - {at: 22s, startKubelet: {}}\n",
            std::string{stops_in_two_seconds}, seed);
    CHECK(unknown.first("StopContainer app 7") > 22.0);
    CHECK(unknown.first("StopContainer app 7") < 25.0);
    CHECK(unknown.count("Killing") == 0);
  }
}

TEST_CASE("a static pod that is removed before the API was seen is stopped when it has been") {
  const Ends ends = run(
      "    - {at: 0s, stopKubelet: {}}\n    - {at: 1s, stopApiServer: {}}\n"
      "    - {at: 2s, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml, manifest: {apiVersion: v1, kind: Pod, "
      "metadata: {name: web}, spec: {containers: [{name: app, image: 'app:1'}]}}}}\n"
      "    - {at: 3s, startKubelet: {}}\n"
      "    - {at: 15s, removeStaticPod: {path: /etc/kubernetes/manifests/web.yaml}}\n"
      "    - {at: 30s, startApiServer: {}}\n",
      std::string{stops_in_two_seconds}, 1);
  CHECK(ends.first("StopContainer app 30") > 30.0);
  CHECK(ends.count("Killing") == 0);
}

}  // namespace podreel::kubelet

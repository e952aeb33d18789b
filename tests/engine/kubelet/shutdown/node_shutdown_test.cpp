// How long a node that shuts down waits for whom.
#include "engine/kubelet/shutdown/node_shutdown.hpp"

#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

/// The node shuts down at 60 s; "web" needs 2 s and has 60, "vital" is critical.
testing::RunHistory shutdown_of(const std::string& kubelet, const std::string& step = "",
                                const std::string& more = "") {
  return testing::history_of(
      "duration: 3m, timing: ideal, node: {kubelet: {version: \"" + kubelet +
      "\", config: {shutdownGracePeriod: 30s, shutdownGracePeriodCriticalPods: 10s}}}, " +
      R"(runtime: {pods: [{name: web, containers: [{name: app, runs: [{onTerm: {exitAfter: 2s}}]}]}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
          spec: {terminationGracePeriodSeconds: 60, containers: [{name: app, image: 'app:1'}]}}},
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: vital},
          spec: {priority: 2000001000, containers: [{name: vital, image: 'app:1'}]}}},
        {at: 60s, shutdownNode: {)" +
      step + "}}" + more + "]");
}

double time_of(const std::string& call) {
  return std::stod(call);
}

/// When the kubelet ended, in seconds.
double end_of_kubelet(const testing::RunHistory& history) {
  for (const trace::Record& record : history.records) {
    const auto* kubelet = std::get_if<trace::KubeletProcess>(&record.payload);
    if (kubelet != nullptr && kubelet->what == "stop") {
      return format::in_seconds(record.time - history.start);
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("critical pods are stopped when the others have ended") {
  const auto stops = testing::calls_in(shutdown_of("1.36"), "StopContainer");
  REQUIRE(stops.size() == 2);
  CHECK(stops[0].ends_with("StopContainer app 20"));
  CHECK(stops[1].ends_with("StopContainer vital 10"));
  CHECK(time_of(stops[1]) >= 62);
  CHECK(time_of(stops[1]) < 63);
}

TEST_CASE("up to 1.22 they are stopped when the others' time is over, however soon these have ended") {
  const auto stops = testing::calls_in(shutdown_of("1.22"), "StopContainer");
  REQUIRE(stops.size() == 2);
  CHECK(time_of(stops[1]) >= 80);
  CHECK(time_of(stops[1]) < 81);
}

TEST_CASE("the node goes down as soon as all pods have ended") {
  const double end = end_of_kubelet(shutdown_of("1.36"));
  CHECK(end > 62);
  CHECK(end < 65);
}

TEST_CASE("a logind that allows less than the kubelet wants lets the node go down at once") {
  const testing::RunHistory history = shutdown_of("1.36", "inhibitDelayMax: 5s");
  CHECK(testing::calls_in(history, "StopContainer").empty());
  CHECK(end_of_kubelet(history) < 61);
}

TEST_CASE("the lock of a kubelet that is killed is free, and the node goes down") {
  const testing::RunHistory history = shutdown_of("1.36", "downFor: 10s", ", {at: 61s, stopKubelet: {signal: KILL}}");
  CHECK(end_of_kubelet(history) == doctest::Approx(61).epsilon(0.001));
  const auto booted = testing::events_in(history, "Rebooted");
  REQUIRE(booted.size() == 1);
  CHECK(booted[0] > 71);
  CHECK(booted[0] < 72);
}

}  // namespace podreel::kubelet

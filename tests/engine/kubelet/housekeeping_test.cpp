// What becomes of static pods whose manifests go, and of their mirror pods.
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

/// A static pod whose container takes 5 s to stop, and whose manifest goes after 20 s; then what `more` says.
testing::RunHistory removed_manifest(const std::string& kubelet, const std::string& more = "") {
  return testing::history_of(fmt::format(
      R"(duration: 60s, timing: ideal, node: {{kubelet: {{version: '{}'}}}},
        runtime: {{pods: [{{name: agent-node-1,
          containers: [{{name: agent, runs: [{{onTerm: {{exitAfter: 5s}}}}]}}]}}]}},
        timeline: [
          {{at: 0s, addStaticPod: {{path: /m/agent.yaml, manifest: {{apiVersion: v1, kind: Pod,
            metadata: {{name: agent}},
            spec: {{containers: [{{name: agent, image: 'agent:1'}}]}}}}}}}},
          {{at: 20s, removeStaticPod: {{path: /m/agent.yaml}}}}{}])",
      kubelet, more));
}

/// The seconds at which objects were removed from the API.
std::vector<double> removals(const testing::RunHistory& history) {
  std::vector<double> seconds;
  for (const trace::Record& record : history.records) {
    const auto* call = std::get_if<trace::Api>(&record.payload);
    if (call == nullptr || call->op != "pod_removed") continue;
    seconds.push_back(format::in_seconds(record.time - history.start));
  }
  return seconds;
}

}  // namespace

TEST_CASE("a mirror pod goes with its manifest, and since 1.22 when its static pod has ended") {
  CHECK(removals(removed_manifest("1.21.14")) == std::vector<double>{22});
  CHECK(removals(removed_manifest("1.22.0")) == std::vector<double>{26});
  CHECK(removals(removed_manifest("1.36.0")) == std::vector<double>{26});
}

TEST_CASE("a static pod whose manifest comes back while it ends starts again when it has ended") {
  const testing::RunHistory history = removed_manifest("1.30.0", R"(,
      {at: 22s, addStaticPod: {path: /m/agent.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: agent},
        spec: {containers: [{name: agent, image: 'agent:1'}]}}}})");
  CHECK(testing::calls_in(history, "StartContainer") ==
        std::vector<std::string>{"0 StartContainer agent", "28 StartContainer agent"});
  CHECK(removals(history).empty());
}

TEST_CASE("a pod that the user deletes is not started again, although the API still has it") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 60s, timing: ideal, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web, finalizers: [example.com/keep]},
          spec: {terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}},
        {at: 20s, deletePod: {name: web}}])");
  CHECK(testing::calls_in(history, "StartContainer") == std::vector<std::string>{"0 StartContainer app"});
}

}  // namespace podreel::kubelet

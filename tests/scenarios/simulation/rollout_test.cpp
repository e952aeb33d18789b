// kubectl rollout restart, as the pods of one node see it.
#include "scenarios/simulation/rollout.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "tests/support/short_scenario.hpp"

namespace podreel::simulation {

namespace {

testing::RunHistory rolled_out(const std::string& owner, const std::string& runtime = "") {
  return testing::history_of(
      "duration: 5m, timing: ideal, runtime: {" + runtime +
      "}, timeline: [{at: 0s, createPods: {count: 4, template: {apiVersion: v1, kind: Pod, metadata: {name: web}, "
      "spec: {containers: [{name: app, image: 'app:1'}]}}}}, {at: 30s, rolloutRestart: {pods: 'web-*', owner: " +
      owner + "}}]");
}

std::vector<std::string> api_of(const testing::RunHistory& history) {
  std::vector<std::string> lines;
  for (const trace::Record& record : history.records) {
    const auto* api = std::get_if<trace::Api>(&record.payload);
    if (api == nullptr || record.pod.empty() || record.time - history.start < std::chrono::seconds{29}) continue;
    lines.push_back(api->op + " " + record.pod);
  }
  return lines;
}

std::size_t living(const testing::RunHistory& history) {
  return static_cast<std::size_t>(
      std::ranges::count_if(history.pods, [](const auto& pod) { return pod.second.back().object != nullptr; }));
}

}  // namespace

TEST_CASE("a Deployment has never more than a quarter too many and a quarter too few") {
  const auto history = rolled_out("Deployment");
  int there = 4;
  for (const std::string& line : api_of(history)) {
    there += line.starts_with("pod_created") ? 1 : line.starts_with("pod_delete_requested") ? -1 : 0;
    CHECK(there <= 5);
    CHECK(there >= 3);
  }
  CHECK(living(history) == 4);
  CHECK(history.pods.at("default/web-0").back().object == nullptr);
}

TEST_CASE("a StatefulSet goes down from its last ordinal, one after the other, and keeps the names") {
  const auto history = rolled_out("StatefulSet");
  const auto lines = api_of(history);
  REQUIRE(lines.size() == 12);
  CHECK(lines[0] == "pod_delete_requested default/web-3");
  CHECK(lines[1] == "pod_removed default/web-3");
  CHECK(lines[2] == "pod_created default/web-3");
  CHECK(lines[3] == "pod_delete_requested default/web-2");
  CHECK(lines.back() == "pod_created default/web-0");
  CHECK(living(history) == 4);
}

TEST_CASE("a StatefulSet waits for a pod that does not become Ready") {
  const auto lines =
      api_of(rolled_out("StatefulSet", "calls: [{call: StartContainer, from: 29s, error: no space left on device}]"));
  CHECK(std::ranges::count(lines, "pod_created default/web-3") == 1);
  CHECK(std::ranges::count(lines, "pod_delete_requested default/web-2") == 0);
}

}  // namespace podreel::simulation

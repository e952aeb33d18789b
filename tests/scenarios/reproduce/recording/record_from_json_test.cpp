// Records that are printed and read again are the same.
#include "scenarios/reproduce/recording/record_from_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/trace/json_tree.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

constexpr const char* eventful = R"(
  duration: 11m, node: {kubelet: {version: "1.36"}},
  runtime: {pods: [{name: web, exec: [{command: ready, answers: [{exitCode: 0}]}], containers: [
    {name: app, runs: [{for: 5s, exitCode: 3}, {for: forever}]}]}]},
  timeline: [
    {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
      {name: app, image: img, readinessProbe: {exec: {command: [ready, now]}}}]}}},
    {at: 20s, hangRuntime: {for: 2s}},
    {at: 40s, stopKubelet: {}}, {at: 41s, startKubelet: {}},
    {at: 60s, stopApiServer: {}}, {at: 70s, startApiServer: {}},
    {at: 90s, killSandbox: {pod: default/web}},
    {at: 100s, hangRuntime: {for: 4m}},
    {at: 10m, deletePod: {name: web}}])";

}  // namespace

TEST_CASE("every record of an eventful run is read as it was printed") {
  const testing::RunHistory history = testing::history_of(eventful);
  std::set<std::string> kinds;
  for (const trace::Record& record : history.records) {
    if (std::holds_alternative<trace::Status>(record.payload)) continue;
    const json printed = trace::json_of(record, history.start);
    CAPTURE(printed.dump());
    const auto read = record_from_json(printed, history.start);
    REQUIRE(read);
    CHECK(trace::json_of(*read, history.start) == printed);
    kinds.insert(printed["kind"]);
  }
  CHECK(kinds == std::set<std::string>{"runtime", "environment", "pleg", "loop", "sync", "event", "eventWrite", "api",
                                       "kubelet", "probe", "node"});
}

TEST_CASE("a status is read without its content") {
  const auto read =
      record_from_json({{"kind", "status"}, {"t", 1.5}, {"pod", "default/web"}, {"phase", "Running"}}, sim::Time{});
  REQUIRE(read);
  CHECK(read->pod == "default/web");
  CHECK(std::get<trace::Status>(read->payload).status == nullptr);
}

TEST_CASE("what a recording says of itself is no record of a timeline") {
  CHECK_FALSE(record_from_json({{"kind", "recording"}, {"what", "end"}, {"t", 60}}, sim::Time{}));
  CHECK_FALSE(record_from_json({{"kind", "pod"}, {"t", 60}}, sim::Time{}));
}

TEST_CASE("fields of another type are left out") {
  const auto read = record_from_json({{"kind", "runtime"}, {"t", 1}, {"op", 7}, {"attempt", "x"}}, sim::Time{});
  REQUIRE(read);
  CHECK(std::get<trace::RuntimeCall>(read->payload).op.empty());
}

}  // namespace podreel::reproduce

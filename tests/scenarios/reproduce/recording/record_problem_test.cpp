// Lines of recordings that cannot be read.
#include "scenarios/reproduce/recording/record_problem.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/trace/json_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// Records of most kinds.
std::vector<json> records_of_a_run() {
  const testing::RunHistory history = testing::history_of(R"(
  duration: 40s, node: {kubelet: {version: "1.36"}},
  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 3}, {for: forever}]}]}]},
  timeline: [
    {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
      {name: app, image: img, readinessProbe: {tcpSocket: {port: 80}}}]}}},
    {at: 10s, hangRuntime: {for: 2s}},
    {at: 15s, stopKubelet: {}}, {at: 16s, startKubelet: {}},
    {at: 20s, deletePod: {name: web, gracePeriodSeconds: 1}}])");
  std::vector<json> records;
  for (const trace::Record& record : history.records) records.push_back(trace::json_of(record, history.start));
  return records;
}

std::string problem(const std::string& text) {
  return record_problem(json::parse(text));
}

}  // namespace

TEST_CASE("records of a run have no problem, and each field of another type is one") {
  const std::vector<json> others{5, -1, "x", json::object(), json::array({1}), nullptr, true, 1e300};
  std::size_t refused = 0;
  for (const json& record : records_of_a_run()) {
    CAPTURE(record.dump());
    REQUIRE(record_problem(record) == "");
    for (const auto& [key, value] : record.items()) {
      for (const json& other : others) {
        json changed = record;
        changed[key] = other;
        const std::string found = record_problem(changed);
        // A field of the same type may be of the same kind.
        if (other.type() != value.type() && !found.empty()) ++refused;
        CHECK((found.empty() || found.starts_with(key + ": ")));
      }
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("the problem names the field, what was found, and what is accepted") {
  CHECK(problem(R"({"t":1,"kind":"runtime","op":5})") == "op: found 5; accepted: text");
  CHECK(problem(R"({"t":1,"kind":"runtime","op":"x","attempt":4294967296})") ==
        "attempt: found 4294967296; accepted: an integer from 0 to 4294967295");
  CHECK(problem(R"({"t":1,"kind":"runtime","op":"x","exitCode":18446744073709551615})") ==
        "exitCode: found 18446744073709551615; accepted: an integer of 32 bits");
  CHECK(problem(R"({"t":1,"kind":"runtime","op":"x","timeout":18446744073709551615})") ==
        "timeout: found 18446744073709551615; accepted: an integer of 64 bits");
  CHECK(problem(R"({"t":1,"kind":"runtime","op":"x","dur_ms":-1})") ==
        "dur_ms: found -1; accepted: a number from 0 on, of at most a hundred years");
  CHECK(problem(R"({"t":1e300,"kind":"loop","op":"ADD"})") ==
        "t: found 1e+300; accepted: seconds from 0 on, at most a hundred years");
  CHECK(problem(R"({"t":"x","kind":"loop"})") ==
        "t: found \"x\"; accepted: seconds from 0 on, at most a hundred years");
  CHECK(problem(R"({"t":1,"kind":5})") == "kind: found 5; accepted: text");
  CHECK(problem(R"({"t":-1,"kind":"loop","op":"ADD"})") ==
        "t: found -1; accepted: seconds from 0 on, at most a hundred years");
  CHECK(problem(R"({"t":1,"kind":"status","containers":[{"state":{"running":1}}]})") ==
        R"(state: found {"running":1}; accepted: a state with its fields)");
  CHECK(problem(R"({"t":1,"kind":"status","containers":[3]})") == "containers: found 3; accepted: objects");
  CHECK(problem(R"({"t":1,"kind":"status","conditions":[]})") == "conditions: found []; accepted: an object");
  CHECK(problem(R"({"t":1,"kind":"recording","what":"end","for_s":"x"})") == "for_s: found \"x\"; accepted: a number");
  for (const char* times : {"3", R"(["x"])"}) {
    CHECK(problem(fmt::format(R"({{"t":0,"kind":"recording","what":"lists","at":{}}})", times)) ==
          fmt::format("at: found {}; accepted: a list of numbers", times));
  }
  CHECK(problem(R"({"t":0,"kind":"recording","what":"cgroups","version":2})") ==
        R"(version: found 2; accepted: "1" or "2")");
  CHECK(problem(R"({"t":0,"kind":"recording","what":"cgroups"})") == R"(version: is missing; accepted: "1" or "2")");
  CHECK(problem(R"({"t":0,"kind":"recording","what":"cgroups","version":"2"})").empty());
  CHECK(problem(R"({"t":0,"kind":"recording","what":"allocatable"})") ==
        R"(resources: is missing; accepted: a map of resources to quantities, as {"cpu": "2"})");
  CHECK(problem(R"({"t":0,"kind":"recording","what":"allocatable","resources":{"cpu":2}})") ==
        R"(resources: found {"cpu":2}; accepted: a map of resources to quantities, as {"cpu": "2"})");
  CHECK(problem(R"({"t":0,"kind":"recording","what":"allocatable","resources":{"cpu":"2"}})").empty());
  CHECK(problem(R"({"t":1,"kind":"pod","pod":"a","object":{"spec":{"containers":3}}})") ==
        "object.spec.containers: found 3; accepted: a list");
  CHECK(problem(R"({"t":1,"kind":"pod","pod":"a"})") == "object: is missing; accepted: a pod");
}

TEST_CASE("kinds and fields of a later recorder are accepted") {
  CHECK(problem(R"({"t":1,"kind":"later","op":5})") == "");
  CHECK(problem(R"({"t":1,"kind":"runtime","op":"x","later":{}})") == "");
}

TEST_CASE("match names the line of a recording that it cannot read") {
  const testing::ScratchFolder folder;
  std::ofstream{folder / "bad.jsonl"} << R"({"t":0.1,"kind":"loop","op":"ADD"})"
                                      << "\n\n"
                                      << R"({"t":0.2,"kind":"runtime","op":"StopContainer","dur_ms":"x"})" << '\n';
  const testing::CommandResult result =
      testing::run_podreel({"match", "scenarios/crash-loop.yaml", folder / "bad.jsonl"});
  CHECK(result.exit_code == 2);
  CHECK(result.err == "podreel match: " + (folder / "bad.jsonl") +
                          ":3: dur_ms: found \"x\"; accepted: a number from 0 on, of at most a hundred years\n");
}

}  // namespace podreel::reproduce

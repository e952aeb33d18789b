// Every number, quantity and instant of the batch verbs' cases at the ends of its range: refused with its path, or
// answered.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/types/catalogue.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/status_cases.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tests/support/extreme_values.hpp"
#include "tests/support/leaf_fields.hpp"
#include "tests/support/sample.hpp"

namespace podreel::batch {

namespace {

using nlohmann::json;

/// A pod that is being deleted while one of its containers is restarted and another probed.
json case_line() {
  return json::parse(R"({"id": 1, "now": 1700000100, "step": 0, "steps": 1,
    "pod": {"apiVersion": "v1", "kind": "Pod",
      "metadata": {"name": "web", "namespace": "default", "uid": "u", "creationTimestamp": "2023-11-14T22:13:20Z"},
      "spec": {"terminationGracePeriodSeconds": 30, "activeDeadlineSeconds": 600,
        "initContainers": [{"name": "init", "image": "i:1"}],
        "containers": [
          {"name": "app", "image": "a:1", "resources": {"requests": {"cpu": "10m"}},
           "livenessProbe": {"exec": {"command": ["live"]}, "terminationGracePeriodSeconds": 3},
           "lifecycle": {"preStop": {"exec": {"command": ["stop"]}}}},
          {"name": "side", "image": "s:1"}]},
      "status": {"startTime": "2023-11-14T22:13:20Z", "conditions": [{"type": "Ready", "status": "True"}],
        "containerStatuses": [{"name": "app", "image": "a:1", "imageID": "", "ready": true, "restartCount": 1,
          "state": {"running": {"startedAt": "2023-11-14T22:14:20Z"}}}]}},
    "status": {"ips": ["10.0.0.1"],
      "sandboxes": [{"id": "s0", "state": "READY", "createdAt": 1700000000, "attempt": 0, "ip": "10.0.0.1"}],
      "containers": [
        {"id": "c0", "name": "init", "state": "exited", "createdAt": 1700000001, "startedAt": 1700000001,
         "finishedAt": 1700000002, "exitCode": 0, "restartCount": 0},
        {"id": "c1", "name": "app", "state": "running", "createdAt": 1700000003, "startedAt": 1700000003, "exitCode": 0,
         "restartCount": 1},
        {"id": "c2", "name": "side", "state": "exited", "createdAt": 1700000003, "startedAt": 1700000003,
         "finishedAt": 1700000005, "exitCode": 1, "restartCount": 3}]},
    "liveness": {"c1": "failure"}, "startup": {}})");
}

struct Tally {
  std::size_t answered = 0;
  std::size_t refused = 0;
};

/// What the verbs make of the line.
std::vector<json> answers_to(const json& line, release::Release release) {
  const jsonl::JsonField field{line, ""};
  const Decider decider = decider_of(release::behaviour_of(release));
  SyncSession session{decider};
  std::vector<json> answers;
  answers.emplace_back(to_json(decide_case(decide_case_from(field), decider)));
  answers.emplace_back(session.run(sync_case_from(field)).record);
  answers.emplace_back(api::to_json(report_status(status_case_from(field), decider.behaviour)));
  return answers;
}

void try_line(const json& line, const json& value, Tally& tally) {
  CAPTURE(line.dump());
  for (const int minor : {19, 36}) {
    try {
      for (const json& answer : answers_to(line, {minor, 0})) {
        if (!testing::is_negative(value)) CHECK(testing::negative_number(answer) == "");
      }
      ++tally.answered;
    } catch (const jsonl::FormatError& error) {
      CHECK(error.path() != "");
      ++tally.refused;
    }
  }
}

/// The places of all numbers in a value.
void collect_numbers(const json& value, const json::json_pointer& place, std::vector<json::json_pointer>& found) {
  if (value.is_number()) found.push_back(place);
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) collect_numbers(member, place / key, found);
  } else if (value.is_array()) {
    for (std::size_t at = 0; at < value.size(); ++at) collect_numbers(value[at], place / at, found);
  }
}

}  // namespace

TEST_CASE("a pod's fields at the ends of their ranges are refused with their path, or answered") {
  const types::Type& type = types::v1_type(release::newest_release(), "Pod");
  Tally tally;
  testing::Sample sample{{.sanitized = 12}};
  for (const testing::LeafField& field : testing::leaf_fields(type)) {
    if (!sample.has_next()) continue;
    for (const json& value : testing::extremes_of(field.kind)) {
      json line = case_line();
      line["pod"] = testing::with_value(line["pod"], type, field.place, value);
      try_line(line, value, tally);
    }
  }
  MESSAGE(fmt::format("{} answered, {} refused", tally.answered, tally.refused));
  CHECK(tally.answered > 1'000 / testing::one_in({.sanitized = 12}));
}

TEST_CASE("what was observed, at the ends of its ranges, is refused with its path, or answered") {
  const json line = case_line();
  std::vector<json::json_pointer> places;
  collect_numbers(line, json::json_pointer{}, places);
  Tally tally;
  for (const json::json_pointer& place : places) {
    for (const json& value : testing::extreme_numbers()) {
      json changed = line;
      changed[place] = value;
      try_line(changed, value, tally);
    }
  }
  MESSAGE(fmt::format("{} answered, {} refused", tally.answered, tally.refused));
  CHECK(tally.answered > 100);
}

}  // namespace podreel::batch

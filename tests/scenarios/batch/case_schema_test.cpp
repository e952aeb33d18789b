// The schema of cases against the readers of cases.
#include "scenarios/batch/case_schema.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "scenarios/batch/status_cases.hpp"
#include "scenarios/batch/sync_cases.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/json_schema.hpp"

namespace podreel::batch {

namespace {

using OrderedJson = nlohmann::ordered_json;
using Pointer = OrderedJson::json_pointer;

const OrderedJson& schema() {
  static const OrderedJson written = case_schema();
  return written;
}

/// A case with every field that the schema declares.
OrderedJson complete_case() {
  return OrderedJson::parse(R"({
    "id": 7, "note": "app has failed", "name": "web", "node": "n1", "path": "/web.yaml", "container": {},
    "pod": {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app", "image": "busybox"}]}},
    "status": {"ips": ["10.0.0.1"],
      "sandboxes": [{"id": "sb", "state": "READY", "createdAt": 1, "attempt": 2, "ip": "10.0.0.1",
                     "hostNetwork": false}],
      "containers": [{"id": "b", "name": "app", "state": "exited", "exitCode": 1, "createdAt": 1, "startedAt": 2,
                      "finishedAt": 3, "restartCount": 3, "reason": "Error", "message": "m", "hash": 12,
                      "image": "busybox", "imageID": "sha256:1",
                      "resources": {"requests": {"cpu": "250m"}, "limits": {"memory": "64Mi"}}}]},
    "liveness": {"b": "failure"}, "startup": {"b": "success"}, "readiness": {"b": "unknown"},
    "step": 0, "steps": 2, "images": ["busybox"], "now": 10,
    "inject": [{"op": "StartContainer", "match": "app", "error": "no", "times": 1}],
    "podTerminationRequested": false, "backOffs": [{"container": "app", "seconds": 20}],
    "reasonCache": [{"container": "app", "error": "CrashLoopBackOff", "message": "back-off"}],
    "oldStatus": {"phase": "Running"}, "podIsTerminal": false, "nodeIPs": ["192.168.7.7"]})");
}

bool schema_accepts(const OrderedJson& line) {
  return !testing::schema_error(schema(), schema().at("anyOf").at(0), line);
}

/// Returns the problems of all verbs with a line.
std::vector<api::Problem> problems_of(const OrderedJson& line) {
  std::vector<api::Problem> problems;
  const std::string text = line.dump();
  static_cast<void>(jsonl::read_line(text, "cases.jsonl", 1, problems, sync_case_from));
  static_cast<void>(jsonl::read_line(text, "cases.jsonl", 1, problems, status_case_from));
  return problems;
}

/// Collects the places of all values outside the objects of Kubernetes.
void collect_places(const OrderedJson& value, const Pointer& place, std::vector<Pointer>& places) {
  const std::string name = place.empty() ? "" : place.back();
  if (!place.empty()) places.push_back(place);
  if (!value.is_structured() || name == "pod" || name == "oldStatus" || name == "container") return;
  if (value.is_array()) {
    for (std::size_t index = 0; index < value.size(); ++index) collect_places(value[index], place / index, places);
    return;
  }
  for (const auto& [key, member] : value.items()) collect_places(member, place / key, places);
}

std::vector<Pointer> places() {
  std::vector<Pointer> all;
  collect_places(complete_case(), Pointer{}, all);
  return all;
}

/// Returns the complete case with other values at a place, without the value, and with an unknown field beside it.
std::vector<OrderedJson> mutations(const Pointer& place) {
  static const std::array<OrderedJson, 9> values{
      OrderedJson(nullptr), OrderedJson(true),      OrderedJson(-7),
      OrderedJson(1.5),     OrderedJson("no such"), OrderedJson(""),
      OrderedJson::array(), OrderedJson::object(),  OrderedJson::array({OrderedJson(1.5)})};
  std::vector<OrderedJson> lines;
  for (const OrderedJson& value : values) {
    lines.push_back(complete_case());
    lines.back()[place] = value;
  }
  const OrderedJson parent = complete_case().at(place.parent_pointer());
  if (parent.is_array()) return lines;
  lines.push_back(complete_case());
  lines.back()[place.parent_pointer()].erase(place.back());
  if (place.parent_pointer().empty() || place.parent_pointer().back() == "status") {
    lines.push_back(complete_case());
    lines.back()[place.parent_pointer() / "noSuchField"] = 1;
  }
  return lines;
}

/// Counts the recorded cases of a file. Each is valid by the schema.
std::size_t check_recorded(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const auto error = testing::schema_error(schema(), schema(), OrderedJson::parse(line));
    CHECK_MESSAGE(!error, path.string() << ":" << cases + 1 << ": " << error.value_or(""));
  }
  return cases;
}

}  // namespace

TEST_CASE("a case with every field of the schema is read by every verb") {
  const OrderedJson line = complete_case();
  CHECK(testing::schema_error(schema(), schema(), line) == std::nullopt);
  for (const api::Problem& problem : problems_of(line)) FAIL_CHECK(api::to_string(problem));
  std::size_t fields = 0;
  for (const auto& definition : schema().at("$defs").items()) {
    for (const auto& field : definition.value().at("properties").items()) {
      ++fields;
      const std::string name = field.key();
      const bool is_present = std::ranges::any_of(places(), [&](const Pointer& place) { return place.back() == name; });
      CHECK_MESSAGE(is_present, definition.key() << "." << name);
      CHECK_MESSAGE(field.value().at("description").get<std::string>().ends_with('.'), name);
    }
  }
  CHECK(fields > 50);
}

TEST_CASE("a line that the schema of cases refuses is refused by a verb") {
  std::size_t refused = 0;
  for (const Pointer& place : places()) {
    // Only hash reads these.
    if (place == Pointer{"/name"} || place == Pointer{"/node"} || place == Pointer{"/path"}) continue;
    for (const OrderedJson& line : mutations(place)) {
      if (schema_accepts(line)) continue;
      ++refused;
      CHECK_MESSAGE(!problems_of(line).empty(), place.to_string() << ": " << line.dump());
    }
  }
  MESSAGE(fmt::format("{} invalid lines", refused));
  CHECK(refused > 300);
}

TEST_CASE("a line that a verb refuses is refused by the schema, or breaks a rule that no schema expresses") {
  // Types of Kubernetes, names of containers, quantities, and the order of steps.
  const std::vector<std::string> own_rules{"/pod",
                                           "/oldStatus",
                                           "/step",
                                           "/steps",
                                           "/backOffs/0/container",
                                           "/reasonCache/0/container",
                                           "/status/containers/0/resources/requests/cpu",
                                           "/status/containers/0/resources/limits/memory"};
  for (const Pointer& place : places()) {
    if (std::ranges::find(own_rules, place.to_string()) != own_rules.end()) continue;
    for (const OrderedJson& line : mutations(place)) {
      if (problems_of(line).empty()) continue;
      CHECK_MESSAGE(!schema_accepts(line), api::to_string(problems_of(line).front()) << ": " << line.dump());
    }
  }
}

TEST_CASE("every recorded case is valid by the schema of cases") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: skipped");
    return;
  }
  for (const char* suite : {"decide", "syncpod", "apistatus"})
    CHECK(check_recorded(*folder / suite / "cases.jsonl") > 200);
  CHECK(check_recorded(*folder / "hash" / "containers.jsonl") > 500);
}

}  // namespace podreel::batch

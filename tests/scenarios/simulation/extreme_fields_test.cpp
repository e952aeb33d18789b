// Every number, quantity, span and instant of a scenario and of its pods at the ends of its range: refused with its
// place, or replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

#include "engine/types/catalogue.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/schema.hpp"
#include "tests/fuzz/brief_replay.hpp"
#include "tests/support/extreme_values.hpp"
#include "tests/support/leaf_fields.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/schema_samples.hpp"

namespace podreel::simulation {

namespace {

using nlohmann::json;

constexpr std::size_t max_instants = 600;

/// What became of values.
struct Tally {
  std::size_t replayed = 0;
  std::size_t refused = 0;
  /// Fields of which at least one value was replayed.
  std::set<std::string> fields;
};

/// Refused with its place, or replayed, without a negative span where `value` is none.
void try_scenario(const std::string& text, const json& value, const std::string& field, Tally& tally) {
  CAPTURE(text);
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.json"), "s.json");
  for (const api::Problem& problem : loaded.problems) CHECK_MESSAGE(problem.mark.line > 0, api::to_string(problem));
  if (loaded.scenarios.empty()) {
    ++tally.refused;
    return;
  }
  const format::Scenario& scenario = loaded.scenarios.front();
  constexpr std::size_t max_steps = 100;
  if (scenario.timeline.size() > max_steps) return;
  ++tally.replayed;
  tally.fields.insert(field);
  const fuzz::BriefReplay replayed = fuzz::replay_briefly(scenario, max_instants);
  if (!testing::is_negative(value)) CHECK(replayed.negative_span == "");
}

bool is_valid(const nlohmann::ordered_json& document) {
  return format::load_scenarios(api::load_documents(document.dump(), "s.json"), "s.json").problems.empty();
}

/// The values to try in place of one that is valid.
std::vector<json> extremes_beside(const nlohmann::ordered_json& sample) {
  if (sample.is_number()) return testing::extreme_numbers();
  if (!sample.is_string()) return {};
  std::vector<json> values = testing::extreme_spans();
  for (const auto* more : {&testing::extreme_quantities(), &testing::extreme_instants()}) {
    values.insert(values.end(), more->begin(), more->end());
  }
  return values;
}

/// A scenario in which the pod's containers crash, are probed, hooked, and deleted at last.
std::string scenario_of(const json& pod, const std::string& release) {
  const json runs = json::parse(R"([{"for": "2s", "exitCode": 1}, {"for": "3s"}])");
  json scenario =
      json::parse(R"({"apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "s"}})");
  scenario["spec"] = {
      {"duration", "90s"},
      {"node", {{"kubelet", {{"version", release}}}, {"apiServer", {{"version", release}}}}},
      {"runtime", {{"pods", {{{"name", "web"}, {"containers", {{{"name", "crashing"}, {"runs", runs}}}}}}}}},
      {"timeline", {{{"at", "0s"}, {"createPod", pod}}, {{"at", "40s"}, {"deletePod", {{"name", "web"}}}}}}};
  return scenario.dump();
}

/// A pod of every shape: whatever a kubelet waits for, counts or compares is in it.
json busy_pod() {
  return json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {
    "terminationGracePeriodSeconds": 5, "activeDeadlineSeconds": 70, "priority": 1,
    "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}],
    "securityContext": {"runAsUser": 1, "runAsGroup": 1, "fsGroup": 1, "supplementalGroups": [1]},
    "volumes": [{"name": "empty", "emptyDir": {"sizeLimit": "1Gi"}}],
    "initContainers": [{"name": "init", "image": "i:1", "resources": {"requests": {"cpu": "10m"}}}],
    "containers": [
      {"name": "crashing", "image": "a:1", "ports": [{"containerPort": 80, "hostPort": 81}],
       "resources": {"requests": {"cpu": "10m", "memory": "10Mi"}, "limits": {"cpu": "1", "memory": "1Gi"}},
       "livenessProbe": {"exec": {"command": ["live"]}, "periodSeconds": 1, "terminationGracePeriodSeconds": 3},
       "readinessProbe": {"tcpSocket": {"port": 80}, "periodSeconds": 1},
       "lifecycle": {"preStop": {"sleep": {"seconds": 1}}, "postStart": {"exec": {"command": ["begin"]}}}},
      {"name": "slow", "image": "b:1", "startupProbe": {"httpGet": {"port": 80}, "failureThreshold": 3},
       "livenessProbe": {"grpc": {"port": 80}, "initialDelaySeconds": 1}}]}})");
}

}  // namespace

TEST_CASE("a scenario's own fields at the ends of their ranges are refused with their place, or replayed") {
  testing::Sample sample{{.sanitized = 12, .release = 2}};
  Tally tally;
  for (const testing::FieldSamples& field : testing::field_samples(format::scenario_schema())) {
    const auto valid = std::ranges::find_if(field.documents, is_valid);
    if (valid == field.documents.end()) continue;
    const auto& place = field.places.at(static_cast<std::size_t>(valid - field.documents.begin()));
    nlohmann::ordered_json document = *valid;
    const std::vector<json> values = extremes_beside(document[place]);
    document[place] = "any text at all";
    const bool takes_any_text = is_valid(document);
    for (const json& value : values) {
      if ((takes_any_text && value.is_string()) || !sample.has_next()) continue;
      document[place] = value;
      try_scenario(document.dump(), value, field.name, tally);
    }
  }
  MESSAGE(fmt::format("{} replayed, {} refused; of {} fields at least one value was replayed", tally.replayed,
                      tally.refused, tally.fields.size()));
  CHECK(tally.fields.size() > 60 / testing::one_in({.sanitized = 12, .release = 2}));
  CHECK(tally.refused > 500 / testing::one_in({.sanitized = 12, .release = 2}));
}

TEST_CASE("a pod's fields at the ends of their ranges are refused with their place, or replayed") {
  const types::Type& type = types::v1_type(release::newest_release(), "Pod");
  testing::Sample sample{{.sanitized = 12, .release = 2}};
  Tally tally;
  std::size_t fields = 0;
  for (const testing::LeafField& field : testing::leaf_fields(type)) {
    const std::vector<json> values = testing::extremes_of(field.kind);
    fields += values.empty() ? 0 : 1;
    bool is_old = false;
    for (const json& value : values) {
      if (!sample.has_next()) continue;
      const json pod = testing::with_value(busy_pod(), type, field.place, value);
      try_scenario(scenario_of(pod, is_old ? "1.19" : "1.36"), value, field.place, tally);
      is_old = !is_old;
    }
  }
  MESSAGE(fmt::format("{} replayed, {} refused; of {} of {} fields at least one value was replayed", tally.replayed,
                      tally.refused, tally.fields.size(), fields));
  CHECK(tally.fields.size() > 60 / testing::one_in({.sanitized = 12, .release = 2}));
}

}  // namespace podreel::simulation

// Examples of steps and expectations, held against what reads them.
#include "scenarios/format/commented_example.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <regex>
#include <sstream>

#include "scenarios/format/load.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::format {

namespace {

/// What the steps are about: pods, and what must have happened before.
constexpr const char* before = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: example}
spec:
  duration: 1m
  node: {kubelet: {version: "1.33"}, apiServer: {version: "1.33"}}
  timeline:
    - at: 0s
      createPod: &pod
        apiVersion: v1
        kind: Pod
        metadata: {name: web, finalizers: [example.com/kept]}
        spec:
          readinessGates: [{conditionType: example.com/registered}]
          containers: [{name: app, image: "nginx:1.25", resources: {requests: {cpu: 100m}}}]
)";

std::string needed_for(const std::string& action) {
  if (action == "startKubelet") return "    - {at: 5s, stopKubelet: {}}\n";
  if (action == "startApiServer") return "    - {at: 5s, stopApiServer: {}}\n";
  if (action == "updateStaticPod" || action == "removeStaticPod") {
    return "    - {at: 5s, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml, manifest: {apiVersion: v1, kind: "
           "Pod, "
           "metadata: {name: kept}, spec: {containers: [{name: app, image: \"a:1\"}]}}}}\n";
  }
  if (action == "removeFinalizers") return "    - {at: 5s, deletePod: {name: web}}\n";
  if (action == "rewriteHashes" || action == "deleteKubeletFile") return "    - {at: 5s, stopKubelet: {}}\n";
  return {};
}

std::string indented(const std::string& text) {
  return "    " + std::regex_replace(text, std::regex{"\n(?=.)"}, "\n    ");
}

std::string problems_of(const std::string& text) {
  const Loaded loaded = load_scenarios(api::load_documents(text, "example.yaml"), "example.yaml");
  std::string all;
  for (const auto& problem : loaded.problems) all += fmt::format("{}\n", problem.message);
  return all;
}

/// The example, and it with each of its commented lines in it.
std::vector<std::string> variants_of(const std::string& example) {
  constexpr std::string_view mark = "\n    # ";
  std::vector<std::string> variants{example};
  for (std::size_t at = example.find(mark); at != std::string::npos; at = example.find(mark, at + 1)) {
    variants.push_back(std::string{example}.replace(at, mark.size(), "\n    "));
  }
  return variants;
}

}  // namespace

TEST_CASE("every step has an example that loads, and so does each line that is commented out in it") {
  const nlohmann::ordered_json schema = scenario_schema();
  std::size_t steps = 0;
  for (const auto& [name, field] : schema.at("$defs").at("step").at("properties").items()) {
    if (name == "at") continue;
    ++steps;
    const std::string example_of_step = commented_step(schema, name);
    // The commented lines of a resize replace the other ones.
    const bool excludes = name == "resizePod";
    for (const std::string& example : excludes ? std::vector{example_of_step} : variants_of(example_of_step)) {
      const std::string text = before + needed_for(name) + indented(example);
      CAPTURE(text);
      CHECK(problems_of(text) == "");
    }
  }
  CHECK(steps > 25);
}

TEST_CASE("every form of an expectation has an example that loads") {
  const nlohmann::ordered_json schema = scenario_schema();
  const std::vector<std::string> subjects = expectation_subjects(schema);
  CHECK(subjects.size() >= 8);
  for (const std::string& subject : subjects) {
    const std::string text = std::string{before} + "  expect:\n" + indented(commented_expectation(schema, subject));
    CAPTURE(text);
    CHECK(problems_of(text) == "");
  }
}

}  // namespace podreel::format

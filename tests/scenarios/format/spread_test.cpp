// Durations of a scenario's runtime that are left to chance.
#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

/// A pod whose image is pulled first.
std::string pulled_for(const std::string& takes, const std::string& more = "") {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n" + more +
         "  duration: 2m\n  runtime: {images: [{name: 'app:1', present: false, pull: {takes: " + takes +
         "}}]}\n  timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: "
         "{containers: [{name: app, image: 'app:1'}]}}}]\n";
}

Loaded loaded_spread(const std::string& text) {
  return load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml", LoadOptions{});
}

std::string problems_of_spread(const std::string& takes) {
  std::string lines;
  for (const api::Problem& problem : loaded_spread(pulled_for(takes)).problems) {
    lines += problem.path.substr(problem.path.find("pull.")) + ": " + problem.message + "\n";
  }
  return lines;
}

/// When the container started.
std::string started_at(const std::string& takes, const std::string& more = "") {
  const Loaded scenario = loaded_spread(pulled_for(takes, more));
  REQUIRE(scenario.problems.empty());
  const simulation::ReplayResult result = simulation::replay(scenario.scenarios.front());
  REQUIRE(result.pods.size() == 1);
  return api::to_json(result.pods.front()->status)["containerStatuses"][0]["state"].dump();
}

}  // namespace

TEST_CASE("a span may be fixed, or spread over others") {
  const auto takes = [](const std::string& written) {
    return loaded_spread(pulled_for(written)).scenarios.at(0).runtime.images.at(0).pull_takes;
  };
  CHECK(takes("3s") == runtime_fake::ScriptedSpan{3s});
  CHECK(takes("{min: 1s, max: 1m}") == runtime_fake::ScriptedSpan::between(1s, {}, 60s));
  CHECK(takes("{min: 1s, p50: 2s, p99: 10s, max: 1m}") ==
        runtime_fake::ScriptedSpan::between(1s, {{500, 2s}, {990, 10s}}, 60s));
}

TEST_CASE("a spread that cannot be is refused") {
  CHECK(problems_of_spread("{min: 2s, max: 1s}") == "pull.takes.max: must not be shorter than `min`\n");
  CHECK(problems_of_spread("{min: 1s, p50: 9s, p99: 3s, max: 1m}") ==
        "pull.takes.p99: must not be shorter than `p50`\n");
  CHECK(problems_of_spread("{min: 1s}").find("pull.takes.max: required, but missing") == 0);
  CHECK(problems_of_spread("{min: 1s, p95: 2s, max: 3s}").find("pull.takes.p95: unknown field") == 0);
  CHECK(problems_of_spread("{min: 1, max: 3s}").find("pull.takes.min: ") == 0);
  CHECK(problems_of_spread("[1s, 3s]").find("pull.takes: ") == 0);
}

TEST_CASE("another seed takes another part of a spread, and the same seed the same") {
  const std::string takes = "{min: 1s, max: 1m}";
  CHECK(started_at(takes) == started_at(takes));
  CHECK(started_at(takes) != started_at(takes, "  seed: 2\n"));
}

TEST_CASE("ideal timing takes the median, whatever the seed") {
  CHECK(started_at("{min: 1s, p50: 7s, max: 1m}", "  timing: ideal\n") == started_at("7s", "  timing: ideal\n"));
  CHECK(started_at("{min: 1s, max: 13s}", "  timing: ideal\n  seed: 5\n") == started_at("7s", "  timing: ideal\n"));
}

namespace {

/// Problems and warnings of such a runtime.
std::string reported_of(const std::string& runtime) {
  const Loaded loaded = loaded_spread(
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  runtime: " + runtime +
      "\n  timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: "
      "{containers: [{name: app, image: 'app:1'}]}}}]\n");
  std::string lines;
  for (const auto* list : {&loaded.problems, &loaded.warnings}) {
    for (const api::Problem& problem : *list) {
      lines += problem.path.substr(problem.path.find("runtime.")) + ": " + problem.message + "\n";
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("what fails by chance says how often") {
  const auto share = [](const std::string& written) {
    return loaded_spread(pulled_for("0s, error: gone, fails: " + written))
        .scenarios.at(0)
        .runtime.images.at(0)
        .pull_fails;
  };
  CHECK(share("0.5%") == runtime_fake::ScriptedOdds{5'000});
  CHECK(share("100%") == runtime_fake::ScriptedOdds{1'000'000});
  CHECK(share("99.0001%") == runtime_fake::ScriptedOdds{990'001});
  CHECK(share("0%") == runtime_fake::ScriptedOdds{});
  CHECK(reported_of("{calls: [{call: StartContainer, fails: 0.5%, error: busy}]}").empty());
  CHECK(reported_of("{images: [{name: 'app:1', pull: {fails: 2%, error: reset}}]}").empty());
  for (const char* wrong : {"101%", "100.1%", "5", "0.5", "%", ".5%", "5.%", "0.00001%", "1e1%", "-1%", "1000%"}) {
    CHECK(reported_of(std::string{"{calls: [{call: StartContainer, fails: \""} + wrong + "\"}]}")
              .find("calls[0].fails: found ") != std::string::npos);
  }
}

TEST_CASE("what a failure says has no effect where nothing fails") {
  CHECK(reported_of("{calls: [{call: StartContainer, error: busy}]}") ==
        "runtime.calls[0].error: without effect: requires `failFirst` or `fails`\n");
  CHECK(reported_of("{images: [{name: 'app:1', pull: {error: reset}}]}") ==
        "runtime.images[0].pull.error: without effect: requires `failFirst` or `fails`\n");
}

}  // namespace podreel::format

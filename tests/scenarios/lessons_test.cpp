// The lessons of the course, by every kubelet that can take it.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/checks/explanation.hpp"
#include "scenarios/format/exercise.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/sample.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/catalogue/graded_questions.hpp"

namespace podreel {

namespace {

format::Scenario lesson(const cli::CatalogueEntry& entry, std::optional<release::Release> kubelet) {
  format::LoadOptions options;
  options.kubelet = kubelet;
  format::Loaded loaded = format::load_scenarios(api::load_documents(entry.text, "lesson"), "lesson", options);
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

/// A text of a lesson, and what solves its exercise if it replaces the text.
struct Replacement {
  std::string text;
  std::string solution;
};

/// A solution of each exercise, by the lesson's name.
std::map<std::string_view, std::vector<Replacement>> solutions() {
  return {
      {"04-crash-back-off",
       {{"[{for: 50ms, exitCode: 1}]",
         "[{for: 50ms, exitCode: 1}, {for: 50ms, exitCode: 1}, {for: 50ms, exitCode: 1}, {for: 11m, exitCode: 1}, "
         "{for: 50ms, exitCode: 1}]"}}},
      {"06-init-containers", {{"        spec:\n", "        spec:\n          restartPolicy: Never\n"}}},
      {"09-deletion", {{"takes: 4s", "takes: 40s"}}},
      {"17-the-container-hash",
       {{"startKubelet: {version: \"1.30\"}", "startKubelet: {version: \"1.34\"}"},
        {"startKubelet: {version: \"1.31\"}", "startKubelet: {version: \"1.36\"}"}}},
      {"18-one-sync-step-by-step",
       {{"[{name: app, image: \"app:1\"}, {name: log, image: \"log:1\"}]",
         "[{name: log, image: \"log:1\"}, {name: app, image: \"app:1\"}]"}}},
      {"19-states-of-a-pod-worker", {{"exitAfter: 5s", "exitAfter: 2s"}}},
      {"20-the-sandbox-changes", {{"restartPolicy: Never", "restartPolicy: Always"}}},
      {"21-post-start",
       {{"{from: 0s, exitCode: 1, output: refused}",
         "{from: 0s, exitCode: 1, output: refused}, {from: 5s, exitCode: 0}"}}},
      {"22-ephemeral-containers",
       {{"{name: web, containers: [{name: debug, runs: [{for: 10s, exitCode: 1}]}]}",
         "{name: web, containers: [{name: app, runs: [{for: 1s, exitCode: 1}]}]}"}}},
      {"23-static-pods",
       {{"  timeline:\n", "  timeline:\n    - {at: 0s, stopApiServer: {}}\n    - {at: 60s, startApiServer: {}}\n"}}},
      {"24-in-place-resize", {{"restartPolicy: RestartContainer", "restartPolicy: NotRequired"}}},
      {"25-a-sync-waits-for-a-relist",
       {{"  timeline:\n", "  node: {kubelet: {featureGates: {EventedPLEG: true}}}\n  timeline:\n"}}},
      {"26-admission-and-preemption",
       {{", limits: {cpu: \"2\", memory: 1Gi}", ""},
        {"requests: {cpu: 1500m}", "requests: {cpu: 1500m, memory: 1Gi}, limits: {cpu: 1500m, memory: 1Gi}"}}},
      {"27-who-is-evicted-first", {{"requests: {memory: 500Mi}", "requests: {memory: 1Gi}"}}},
      {"28-image-pulls-queue",
       {{"  runtime:\n", "  node: {kubelet: {config: {serializeImagePulls: false}}}\n  runtime:\n"}}},
      {"29-the-api-server-is-away",
       {{"    - {at: 150s", "    - {at: 35s, stopKubelet: {}}\n    - {at: 36s, startKubelet: {}}\n    - {at: 150s"}}},
  };
}

std::string solved(const cli::CatalogueEntry& entry) {
  std::string text{entry.text};
  auto all = solutions();
  for (const Replacement& replacement : all[entry.name]) {
    const std::size_t place = text.find(replacement.text);
    REQUIRE(place != std::string::npos);
    text.replace(place, replacement.text.size(), replacement.solution);
  }
  return text;
}

/// Whether a changed lesson solves the lesson's exercise.
bool solves(const std::string& text, const std::vector<format::Expectation>& exercise) {
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "mine"), "mine", {});
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  format::Scenario scenario = std::move(loaded.scenarios.front());
  scenario.expectations = exercise;
  const simulation::CheckedRun run = simulation::run_and_check(scenario);
  return std::ranges::all_of(run.verdicts, &format::Verdict::held);
}

std::vector<release::Release> releases_of_course() {
  constexpr int first_minor = 20;
  std::vector<release::Release> releases;
  for (const release::Release release : release::simulated_releases()) {
    if (release.minor >= first_minor) releases.push_back(release);
  }
  return releases;
}

}  // namespace

TEST_CASE("every statement and every question of a lesson holds under every release from 1.20 on") {
  testing::Sample sample{{.sanitized = 5}};
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    for (const release::Release kubelet : releases_of_course()) {
      if (!sample.has_next()) continue;
      CAPTURE(release::to_string(kubelet));
      const format::Scenario scenario = lesson(entry, kubelet);
      const simulation::CheckedRun run = simulation::run_and_check(scenario);
      for (const format::Verdict& verdict : run.verdicts) {
        CHECK_MESSAGE(verdict.held, format::render_verdict(verdict, scenario, run.result.started_at));
      }
      CHECK(cli::graded_questions(run.verdicts).size() >= 2);
      CHECK_FALSE(format::explanation_of(scenario, run.verdicts).statements.empty());
    }
  }
}

TEST_CASE("the exercise of a lesson is not solved by the lesson, and can be solved") {
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    const auto exercise = format::load_exercise(api::load_documents(entry.text, "lesson"), "lesson");
    CHECK(exercise.empty() != solutions().contains(entry.name));
    if (exercise.empty()) continue;
    CHECK_FALSE(solves(std::string{entry.text}, exercise));
    CHECK(solves(solved(entry), exercise));
  }
}

TEST_CASE("a lesson's kubelet is the default one") {
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    CHECK(lesson(entry, std::nullopt).node.kubelet.version == release::newest_release());
  }
}

}  // namespace podreel

// The lessons of the course, by every kubelet that can take it.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/checks/explanation.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
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
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    for (const release::Release kubelet : releases_of_course()) {
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

TEST_CASE("a lesson's kubelet is the default one") {
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    CHECK(lesson(entry, std::nullopt).node.kubelet.version == release::newest_release());
  }
}

}  // namespace podreel

// scenarios/RECIPES.md: each recipe is a scenario, and what it expects, happens.
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::format {

namespace {

/// The lines of each block of YAML, two blanks deeper.
std::vector<std::string> recipes() {
  std::ifstream file{testing::source_path("scenarios/RECIPES.md")};
  std::vector<std::string> blocks;
  bool is_within = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "```yaml") {
      blocks.emplace_back();
      is_within = true;
    } else if (line == "```") {
      is_within = false;
    } else if (is_within) {
      blocks.back() += "  " + line + '\n';
    }
  }
  return blocks;
}

std::string scenario_of(const std::string& recipe) {
  std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: recipe}\nspec:\n";
  if (recipe.find("  duration:") == std::string::npos) text += "  duration: 3m\n";
  if (recipe.find("  node:") == std::string::npos) text += "  node: {kubelet: {version: \"1.30\"}}\n";
  return text + recipe;
}

}  // namespace

TEST_CASE("every recipe comes to the state that it is for") {
  const std::vector<std::string> all = recipes();
  CHECK(all.size() > 15);
  for (const std::string& recipe : all) {
    CAPTURE(recipe);
    const Loaded loaded = load_scenarios(api::load_documents(scenario_of(recipe), "recipe"), "recipe");
    for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
    for (const Scenario& scenario : loaded.scenarios) {
      for (const Verdict& verdict : simulation::run_and_check(scenario).verdicts)
        CHECK_MESSAGE(verdict.held, verdict.seen);
    }
  }
}

}  // namespace podreel::format

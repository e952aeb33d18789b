// Scenario files, from their text to the verdicts of a brief replay.
#include <algorithm>
#include <chrono>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tests/fuzz/brief_replay.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

/// What is longer in simulated time, has more instants or more steps at one of them, is left to those who have time.
constexpr std::chrono::minutes max_replay{2};
constexpr std::size_t max_instants = 1'000;
constexpr std::size_t max_steps = 30;
constexpr std::size_t max_runs = 2;

void load_and_replay(std::string_view input) {
  format::LoadOptions options;
  // Files that a scenario names are looked for where there are none.
  options.root = "/proc/self/fdinfo";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(input, "input.yaml"), "input.yaml", options);
  for (const api::Problem& problem : loaded.problems) static_cast<void>(api::to_string(problem));
  for (const api::Problem& warning : loaded.warnings) static_cast<void>(api::to_string(warning));
  std::size_t runs = 0;
  for (const format::Scenario& scenario : loaded.scenarios) {
    if (scenario.timeline.size() > max_steps || ++runs > max_runs) break;
    simulation::ReplayOptions brief;
    brief.until = std::min<sim::Duration>(scenario.duration.value_or(max_replay), max_replay);
    require(replay_briefly(scenario, max_instants, std::move(brief)).negative_span.empty(), "a negative span", input);
  }
}

const AddedTarget added_scenarios{"scenarios", load_and_replay};

}  // namespace

}  // namespace podreel::fuzz

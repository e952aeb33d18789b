// Expectations hold in a recording exactly if they hold in the run that was recorded.
#include "scenarios/reproduce/recording/recorded_checks.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/pod_recording.hpp"
#include "tests/support/sample.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// The scenario with every invariant of the library as an expectation, besides its own.
format::Scenario with_every_invariant(format::Scenario scenario) {
  for (const invariants::Invariant* known : invariants::library()) {
    format::Expectation expectation{.what = format::Keeps{std::string{known->name}},
                                    .when = {},
                                    .because = {},
                                    .text = std::string{known->name},
                                    .mark = {}};
    scenario.expectations.push_back(std::move(expectation));
  }
  return scenario;
}

void check_like_run(const format::Scenario& scenario) {
  const simulation::CheckedRun run = simulation::run_and_check(scenario);
  const std::vector<format::Verdict> verdicts = check_recording(scenario, testing::recording_with_pods(scenario));
  REQUIRE(verdicts.size() == run.verdicts.size());
  for (std::size_t index = 0; index < verdicts.size(); ++index) {
    CAPTURE(run.verdicts[index].expectation->text);
    CAPTURE(run.verdicts[index].seen);
    CAPTURE(verdicts[index].seen);
    CHECK(verdicts[index].held == run.verdicts[index].held);
  }
}

}  // namespace

TEST_CASE("a recording of a run has the verdicts of the run, of every invariant") {
  for (const char* theme : {"faults", "issues", "mechanisms"}) {
    testing::Sample sample{{.sanitized = 15, .release = 3}};
    const auto folder = testing::source_path("scenarios/library") / theme;
    for (const auto& file : testing::scenarios_below(folder)) {
      for (const format::Scenario& scenario : format::load_scenario_file(file.string()).scenarios) {
        if (!scenario.duration || !sample.has_next()) continue;
        CAPTURE(file.string());
        CAPTURE(release::to_string(scenario.node.kubelet.version));
        check_like_run(with_every_invariant(scenario));
      }
    }
  }
}

TEST_CASE("a recording without versions of pods cannot be checked") {
  CHECK_FALSE(start_of_checks({{{"kind", "api"}, {"t", 0}, {"op", "pod_created"}}}));
  const auto start = start_of_checks({{{"kind", "recording"}, {"t", 0}, {"what", "start"}, {"unixNanoseconds", 7}}});
  REQUIRE(start);
  CHECK(*start == sim::Time{sim::Duration{7}});
}

}  // namespace podreel::reproduce

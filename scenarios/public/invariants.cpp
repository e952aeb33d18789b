#include "podreel/invariants.hpp"

#include <utility>

#include "scenarios/checks/circumstances.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/public/engine_replay.hpp"
#include "scenarios/public/scenario_state.hpp"

namespace podreel {

std::vector<Invariant> list_invariants() {
  std::vector<Invariant> listed;
  for (const invariants::Invariant* known : invariants::library()) {
    listed.push_back({std::string{known->name}, std::string{known->what}, std::string{known->source}});
  }
  return listed;
}

InvariantReport check_invariants(const Scenario& scenario, const ReplayOptions& options, KnownBugs known_bugs) {
  const format::Scenario& engine_scenario = scenario.state().scenario;
  if (options.runtime) {
    return {Problem{engine_scenario.file, 0, 0, {}, "invariants are only checked with podreel's own runtime"}, {}};
  }
  invariants::Circumstances circumstances = format::circumstances_of(engine_scenario);
  circumstances.excuse_known_faults = known_bugs == KnownBugs::excused;
  invariants::History history{std::move(circumstances)};
  facade::EngineReplay run{engine_scenario, options};
  run.record_history(history);
  ReplayResult result = run.run();
  if (result.problem) return {std::move(result.problem), {}};
  history.end(run.started_at() + result.length,
              format::ends_undisturbed(engine_scenario, history.circumstances(), result.length));
  InvariantReport report;
  for (const invariants::Breach& breach : invariants::breaches_of(history)) {
    report.violations.push_back(
        {std::string{breach.invariant}, breach.finding.at - run.started_at(), breach.finding.what});
  }
  return report;
}

}  // namespace podreel

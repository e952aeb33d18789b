// Does a kubelet keep every rule in a scenario, and which releases are known to break one?
//
//   check_invariants SCENARIO
#include <iostream>

#include "podreel/invariants.hpp"

namespace {

std::string statement_of(const std::string& name) {
  for (const podreel::Invariant& invariant : podreel::list_invariants()) {
    if (invariant.name == name) return invariant.statement;
  }
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const podreel::LoadedScenarios loaded = podreel::load_scenario_file(arguments[1]);
  for (const podreel::Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  for (const podreel::Scenario& scenario : loaded.scenarios) {
    const std::string kubelet = to_string(scenario.kubelet());
    const podreel::InvariantReport all = check_invariants(scenario, {}, podreel::KnownBugs::reported);
    if (all.problem) std::cerr << to_string(*all.problem) << '\n';
    for (const podreel::Violation& violation : all.violations) {
      std::cout << kubelet << " breaks " << violation.invariant << " at " << violation.time.count() / 1'000'000'000
                << "s: " << violation.description << "\n  " << statement_of(violation.invariant) << '\n';
    }
    std::cout << kubelet << ": " << check_invariants(scenario).violations.size() << " violations but for known bugs\n";
  }
  return loaded.problems.empty() ? 0 : 1;
}

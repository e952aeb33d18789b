// Is a scenario written as podreel accepts it, and which runs does it describe?
//
//   check_scenario FILE [VARIABLE=VALUE]...
//
// prints a line for each problem, or one for each run.
#include <iostream>
#include <string>

#include "podreel/problem.hpp"
#include "podreel/scenario.hpp"

int main(int count, char** arguments) {
  if (count < 2) return 2;
  podreel::LoadOptions options;
  for (int index = 2; index < count; ++index) {
    const std::string setting = arguments[index];
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) return 2;
    options.variables[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  const podreel::LoadedScenarios loaded = podreel::load_scenario_file(arguments[1], options);
  for (const podreel::Problem& warning : loaded.warnings) std::cout << "warning: " << to_string(warning) << '\n';
  for (const podreel::Problem& problem : loaded.problems) std::cout << to_string(problem) << '\n';
  for (const podreel::Scenario& scenario : loaded.scenarios) {
    std::cout << scenario.name() << " on " << to_string(scenario.kubelet());
    if (scenario.duration()) std::cout << " for " << scenario.duration()->count() / 1'000'000'000 << 's';
    for (const auto& [variable, value] : scenario.variant()) std::cout << " (" << variable << '=' << value << ')';
    std::cout << '\n';
  }
  return loaded.problems.empty() ? 0 : 1;
}

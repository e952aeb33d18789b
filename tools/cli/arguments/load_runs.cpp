#include "tools/cli/arguments/load_runs.hpp"

#include <fmt/format.h>
#include <ostream>
#include <set>
#include <string>
#include <utility>

#include "engine/release/patch_releases.hpp"
#include "scenarios/format/load.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

void note_inferred_releases(const std::vector<format::Scenario>& scenarios, Context& context) {
  std::vector<release::Release> kubelets;
  for (const format::Scenario& scenario : scenarios) kubelets.push_back(scenario.node.kubelet.version);
  for (const std::string& note : release::inference_notes(kubelets)) context.diagnostics << "note: " << note << '\n';
}

}  // namespace

std::vector<format::Scenario> load_runs(const RunOptions& options, Context& context) {
  std::vector<format::Scenario> scenarios;
  std::vector<api::Problem> problems;
  for (const std::string& file : input_files(options.files)) {
    format::Loaded loaded = format::load_scenario_file(file, options.load);
    problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
    warn(loaded.warnings, context);
    for (format::Scenario& scenario : loaded.scenarios) scenarios.push_back(std::move(scenario));
  }
  if (!problems.empty()) throw BadInput{problems};
  if (options.load.kubelet) note_inferred_releases(scenarios, context);
  return scenarios;
}

format::Scenario load_one_run(const RunOptions& options, std::string_view rule, Context& context) {
  std::vector<format::Scenario> scenarios = load_runs(options, context);
  if (scenarios.size() == 1) return std::move(scenarios.front());
  throw BadInput{fmt::format("{}, but {} has {}; select one, for example with --kubelet-version", rule,
                             options.files.front(), scenarios.size())};
}

void warn(const std::vector<api::Problem>& warnings, Context& context) {
  std::set<std::string> said;
  for (const api::Problem& warning : warnings) {
    const std::string text = api::to_string(warning);
    if (said.insert(text).second) context.diagnostics << "warning: " << text << '\n';
  }
}

}  // namespace podreel::cli

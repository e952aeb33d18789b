#include "tools/cli/arguments/load_runs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <utility>

#include "engine/release/patch_releases.hpp"
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

void add_runs(format::Loaded read, RunCollection& runs, Context& context) {
  std::ranges::move(read.problems, std::back_inserter(runs.problems));
  warn(read.warnings, context);
  std::ranges::move(read.scenarios, std::back_inserter(runs.scenarios));
}

void add_runs(const api::LoadedFile& loaded, const std::string& file, const RunOptions& options, RunCollection& runs,
              Context& context) {
  add_runs(format::load_scenarios(loaded, file, options.load), runs, context);
}

std::vector<format::Scenario> finish_runs(RunCollection runs, const RunOptions& options, Context& context) {
  if (!runs.problems.empty()) throw BadInput{runs.problems};
  if (options.load.kubelet) note_inferred_releases(runs.scenarios, context);
  return std::move(runs.scenarios);
}

std::vector<format::Scenario> load_runs(const RunOptions& options, Context& context) {
  RunCollection runs;
  for (const std::string& file : input_files(options.files))
    add_runs(api::load_file(file), file, options, runs, context);
  return finish_runs(std::move(runs), options, context);
}

format::Scenario load_one_run(const RunOptions& options, std::string_view rule, Context& context) {
  std::vector<format::Scenario> scenarios = load_runs(options, context);
  if (scenarios.size() == 1) return std::move(scenarios.front());
  throw BadInput{fmt::format("{}, but {} has {}; select one, for example with --kubelet-version", rule,
                             options.files.front(), scenarios.size())};
}

void note_default_kubelet(Context& context) {
  context.diagnostics << fmt::format("note: kubelet {}, the newest; --kubelet-version selects another release\n",
                                     release::minor_string(release::default_release()));
}

void warn(const std::vector<api::Problem>& warnings, Context& context) {
  std::set<std::string> said;
  for (const api::Problem& warning : warnings) {
    const std::string text = api::to_string(warning);
    if (said.insert(text).second) context.diagnostics << "warning: " << text << '\n';
  }
}

}  // namespace podreel::cli

#include "tools/cli/test/test_selection.hpp"

#include <algorithm>
#include <utility>

#include "engine/manifests/workloads.hpp"
#include "runtime_fake/glob.hpp"
#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/label_query.hpp"
#include "tools/cli/arguments/run_lists.hpp"
#include "tools/cli/test/changed_files.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

/// Matches filters with the name of the scenario or the path of its file.
bool is_wanted(const format::Scenario& scenario, const std::vector<std::string>& filters) {
  return filters.empty() || std::ranges::any_of(filters, [&](const std::string& filter) {
           return runtime_fake::glob_matches(filter, scenario.name) ||
                  runtime_fake::glob_matches(filter, scenario.file);
         });
}

/// Returns whether a file holds manifests, but neither a scenario nor pods.
bool is_foreign(const std::string& file) {
  const api::LoadedFile loaded = api::load_file(file);
  std::vector<api::Problem> problems;
  const auto is_relevant = [&](const api::Tree& document) {
    return format::is_scenario(document) || document.find("kind") == nullptr ||
           !manifests::pods_of(document, file, problems).empty() || !problems.empty();
  };
  return loaded.problems.empty() && !loaded.documents.empty() && std::ranges::none_of(loaded.documents, is_relevant);
}

/// Adds the selected scenarios of a file, with `load` applied.
void add_wanted(const std::string& file, const format::LoadOptions& load, bool names_kubelet,
                const TestOptions& options, const api::LabelSelector& selector, Wanted& wanted) {
  format::Loaded loaded = format::load_scenario_file(file, load);
  const bool is_named = std::ranges::find(options.run.files, file) != options.run.files.end();
  if (!is_named && (loaded.is_fleet || (!loaded.problems.empty() && is_foreign(file)))) return;
  wanted.problems.insert(wanted.problems.end(), loaded.problems.begin(), loaded.problems.end());
  wanted.warnings.insert(wanted.warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
  for (format::Scenario& scenario : loaded.scenarios) {
    if (!is_wanted(scenario, options.filters) || !selector.matches(scenario.labels)) continue;
    if (names_kubelet) scenario.variant["kubelet"] = release::to_string(scenario.node.kubelet.version);
    wanted.scenarios.push_back(std::move(scenario));
    wanted.has_default_kubelet = wanted.has_default_kubelet || loaded.has_default_kubelet;
  }
}

}  // namespace

Wanted select_scenarios(const TestOptions& options) {
  const std::vector<release::Release> kubelets =
      options.run.kubelet_version.empty() ? std::vector<release::Release>{} : releases_in(options.run.kubelet_version);
  const api::LabelSelector selector = label_query(options.selector);
  Wanted wanted;
  std::vector<std::string> files = input_files(options.run.files, true);
  if (!options.changed_since.empty()) files = changed_files(files, options.changed_since);
  for (const std::string& file : files) {
    if (options.affected && std::ranges::find(*options.affected, file) == options.affected->end()) continue;
    format::LoadOptions load = options.run.load;
    if (kubelets.empty()) add_wanted(file, load, false, options, selector, wanted);
    for (const release::Release kubelet : kubelets) {
      load.kubelet = kubelet;
      add_wanted(file, load, kubelets.size() > 1, options, selector, wanted);
    }
  }
  return wanted;
}

}  // namespace podreel::cli

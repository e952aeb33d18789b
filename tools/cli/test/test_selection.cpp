#include "tools/cli/test/test_selection.hpp"

#include <algorithm>
#include <utility>

#include "runtime_fake/glob.hpp"
#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/label_query.hpp"
#include "tools/cli/arguments/passed_over.hpp"
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

/// Adds the selected scenarios of a file, with `load` applied.
void add_wanted(const std::string& file, const format::LoadOptions& load, bool names_kubelet,
                const TestOptions& options, const api::LabelSelector& selector, Wanted& wanted) {
  const api::LoadedFile documents = api::load_file(file);
  format::Loaded loaded = format::load_scenarios(documents, file, load);
  if (is_passed_over(file, options.run.files, documents, loaded)) return;
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

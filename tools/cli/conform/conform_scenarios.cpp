#include "tools/cli/conform/conform_scenarios.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>

#include "scenarios/format/load.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/conform/kubelet_options.hpp"
#include "tools/cri/record/refusals.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> standard_themes{".", "lessons", "faults", "mechanisms"};

/// Returns "faults/oom" for folder/faults/oom.yaml.gz; for a file that is named itself, "oom".
std::string name_below(const fs::path& file, const std::string& named) {
  fs::path name = file == fs::path{named} ? file.filename() : file.lexically_relative(named);
  if (name.extension() == ".gz") name.replace_extension();
  return name.replace_extension().generic_string();
}

/// Returns the reasons of `loaded`; empty if it is one run.
std::vector<std::string> problems_of(const format::Loaded& loaded) {
  std::vector<std::string> reasons;
  for (const api::Problem& problem : loaded.problems) reasons.push_back(api::to_string(problem));
  if (reasons.empty() && loaded.scenarios.size() != 1) {
    reasons.push_back(fmt::format("a recording takes one run; found {}", counted(loaded.scenarios.size(), "run")));
  }
  return reasons;
}

std::vector<std::string> refusals(const format::Scenario& scenario, const ConformSetup& setup) {
  std::vector<std::string> reasons = cri::refusals_of(scenario, setup.at_once);
  std::string missing = cri::missing_kubelet(scenario, setup.kubelets);
  if (!missing.empty()) reasons.push_back(std::move(missing));
  return reasons;
}

/// Returns the release with which the scenario begins. If it leads through kubelets of several releases, and all of
/// them were named, it begins with its own; otherwise it begins with the kubelet under test.
release::Release first_release(const std::string& file, const ConformSetup& setup) {
  const format::Loaded written = format::load_scenario_file(file, {});
  if (written.problems.empty() && written.scenarios.size() == 1) {
    const format::Scenario& run = written.scenarios.front();
    if (cri::minor_kubelets_of(run).size() > 1 && cri::missing_kubelet(run, setup.kubelets).empty()) {
      return cri::command_for(setup.kubelets, run.node.kubelet.version)->release;
    }
  }
  return setup.kubelets.front().release;
}

}  // namespace

std::vector<ConformFile> files_to_conform(const std::vector<std::string>& named) {
  std::vector<ConformFile> files;
  std::map<std::string, std::string> by_name;
  for (const std::string& each : named) {
    if (each == "-") throw BadInput{"--scenarios: a recording needs a file name; name a file or a folder"};
    for (std::string& file : input_files({each}, true)) {
      std::string name = name_below(file, each);
      const auto [same, is_new] = by_name.emplace(name, file);
      if (!is_new) {
        throw BadInput{fmt::format("--scenarios: {} and {} would both be recorded as {}", shown(same->second),
                                   shown(file), shown(name))};
      }
      files.push_back({std::move(name), std::move(file)});
    }
  }
  return files;
}

std::vector<ConformFile> standard_set(const fs::path& folder) {
  std::vector<ConformFile> files;
  for (const std::string_view theme : standard_themes) {
    create_folder(folder / theme);
    for (const CatalogueEntry& entry : catalogue(theme)) {
      const fs::path name = theme == "." ? fs::path{entry.name} : fs::path{theme} / entry.name;
      const std::string file = (folder / name).string() + ".yaml";
      OutputFile written{file};
      written.stream() << entry.text;
      written.commit();
      files.push_back({name.generic_string(), file});
    }
  }
  return files;
}

ConformScenario conform_scenario(const ConformFile& file, const ConformSetup& setup) {
  ConformScenario scenario{.name = file.name, .file = file.file};
  scenario.load.kubelet = first_release(file.file, setup);
  format::Loaded loaded = format::load_scenario_file(file.file, scenario.load);
  scenario.refused = problems_of(loaded);
  if (!scenario.refused.empty()) return scenario;
  format::Scenario& run = loaded.scenarios.front();
  scenario.refused = refusals(run, setup);
  if (!scenario.refused.empty()) return scenario;
  const fs::path output = setup.folder / "recordings" / (file.name + ".jsonl");
  create_folder(output.parent_path());
  const sim::Duration length = std::min(run.duration.value_or(setup.max_length), setup.max_length);
  scenario.recorded = {std::move(run), file.file, length, output.string()};
  scenario.load.until = length;
  return scenario;
}

}  // namespace podreel::cli

#include "tools/cli/cri/record_input.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <system_error>

#include "scenarios/simulation/reported_resources.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

RecordedScenario scenario_in(const std::string& file, const RunOptions& run, Context& context) {
  RunOptions alone = run;
  alone.files = {file};
  RecordedScenario recorded;
  recorded.file = file;
  recorded.scenario = load_one_run(alone, "a recording takes one run", context);
  if (!recorded.scenario.duration) {
    throw BadInput{
        fmt::format("the scenario of {} has no duration: set the length of the recording with --until", shown(file))};
  }
  recorded.scenario.runtime.reports_resources = simulation::reports_resources(recorded.scenario);
  recorded.length = *recorded.scenario.duration;
  return recorded;
}

/// Returns "crash-loop.jsonl" for folder/crash-loop.yaml.gz; podreel match finds the scenario by this name.
fs::path recording_name(const std::string& file) {
  if (file == "-") throw BadInput{"-: a scenario from standard input has no file name for its recording; name a file"};
  fs::path name = fs::path{file}.filename();
  if (name.extension() == ".gz") name.replace_extension();
  return name.replace_extension(".jsonl");
}

}  // namespace

bool names_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

RecordInput read_record_input(const RunOptions& run, Context& context) {
  RecordInput input;
  for (const std::string& file : input_files(run.files)) {
    try {
      input.scenarios.push_back(scenario_in(file, run, context));
    } catch (const BadInput& bad) {
      input.refused += (input.refused.empty() ? "" : "\n") + std::string{bad.what()};
    }
  }
  if (input.scenarios.empty()) throw BadInput{input.refused};
  return input;
}

void name_recordings(std::vector<RecordedScenario>& scenarios, const std::string& folder) {
  std::map<std::string, std::string> named;
  for (RecordedScenario& scenario : scenarios) {
    scenario.output = (fs::path{folder} / recording_name(scenario.file)).string();
    const auto [same, is_new] = named.emplace(scenario.output, scenario.file);
    if (is_new) continue;
    throw BadInput{fmt::format("{} and {} would both be recorded as {}", shown(same->second), shown(scenario.file),
                               shown(scenario.output))};
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw BadInput{fmt::format("--output: '{}': {}", shown(folder), error.message())};
}

}  // namespace podreel::cli

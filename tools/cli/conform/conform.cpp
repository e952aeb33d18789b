#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/reproduce/recording/mechanisms.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/conform/conform_report.hpp"
#include "tools/cli/conform/conform_scenarios.hpp"
#include "tools/cli/conform/kubelet_options.hpp"
#include "tools/cli/conform/made_recordings.hpp"
#include "tools/cli/conform/record_run.hpp"
#include "tools/cli/cri/cri_program.hpp"
#include "tools/cli/reproduce/compared_kinds.hpp"
#include "tools/cli/reproduce/match_runs.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText conform_text{
    .name = "conform",
    .summary = optional_summary("conform"),
    .description =
        "Records each scenario with a kubelet, as podreel record does, and compares each recording with podreel's "
        "simulation of that kubelet's release, as podreel match does. The release is that of the kubelet's --version. "
        "Records of all kinds must match, also those of the sync loop and the pod workers. The output counts equal and "
        "different recordings for each mechanism that a scenario or its records exercise, and names the first "
        "difference with its likely cause.\n\n"
        "Without --scenarios, a standard set is recorded: the starters, lessons, faults and mechanisms of the "
        "scenario library. With 20 kubelets at a time, it takes about ten minutes. A recording is cut after 2m30s, or "
        "as --until says. A scenario that no real kubelet can go through is listed with the reasons, and counted "
        "apart.\n\n"
        "Scenarios, recordings and a log are written to the folder of --out. If the same command is started again, it "
        "makes only those recordings that are missing, or whose scenario or kubelet has changed. So you can continue "
        "after an interruption. A kubelet needs root. Kubelets before 1.30 are recorded one at a time "
        "where mount namespaces are not possible.\n\n"
        "The exit code is 0 if all recordings are equal, 1 if one differs or its kubelet fails, 2 if the input is "
        "wrong or nothing could be recorded, 3 if a signal ended the recordings.",
    .examples =
        "# Compare a kubelet with podreel's simulation of its release\n"
        "podreel conform --kubelet ./kubelet\n"
        "\n"
        "# Write results for CI and a page, and record your own scenarios\n"
        "podreel conform --kubelet ./kubelet --scenarios scenarios --out conformance --junit conformance.xml --page "
        "conformance.html\n"
        "\n"
        "# Record scenarios that upgrade, too\n"
        "podreel conform --kubelet ./kubelet-1.35 --kubelet ./kubelet-1.36 --scenarios upgrades\n",
};

constexpr std::string_view usual_max_length = "2m30s";

struct ConformOptions {
  KubeletOptions kubelet;
  std::vector<std::string> scenarios;
  /// Its `--until` and `--speed` are used.
  RunOptions run;
  std::string budget = "2000";
  OutputFormat format = OutputFormat::table;
  std::string junit;
  std::string page;
};

std::vector<ConformScenario> load_all(const std::vector<ConformFile>& files, const ConformSetup& setup) {
  std::vector<ConformScenario> scenarios;
  for (const ConformFile& file : files) scenarios.push_back(conform_scenario(file, setup));
  return scenarios;
}

/// Records what has no recording yet. Notes errors in `results`, which are those of the scenarios. Returns false if a
/// signal ended the recordings early.
bool record_missing(const ConformOptions& options, const ConformSetup& setup,
                    const std::vector<ConformScenario>& scenarios, std::vector<ConformResult>& results,
                    Context& context) {
  RecordRequest request;
  request.kubelets = options.kubelet.kubelets;
  request.speed = options.run.speed.value_or(1);
  request.at_once = setup.at_once;
  const MadeRecordings made{digest_of(setup.kubelets), request.speed};
  std::map<std::string, std::size_t> places;
  for (std::size_t index = 0; index < scenarios.size(); ++index) {
    const RecordedScenario& recorded = scenarios[index].recorded;
    if (!scenarios[index].refused.empty() || made.is_made(recorded)) continue;
    made.forget(recorded);
    places.emplace(recorded.output, index);
    request.scenarios.push_back(recorded);
  }
  return record_all(std::move(request), (setup.folder / "record.log").string(), context,
                    [&](const RecordedScenario& scenario, const std::string& error) {
                      results[places.at(scenario.output)].failure = error;
                      if (error.empty()) made.remember(scenario);
                    });
}

/// Matches the recordings, and notes the mechanisms that they exercise.
void match_recordings(const ConformOptions& options, const std::vector<ConformScenario>& scenarios,
                      std::vector<ConformResult>& results, Context& context) {
  std::vector<MatchTask> tasks;
  std::vector<std::size_t> places;
  for (std::size_t index = 0; index < scenarios.size(); ++index) {
    if (!results[index].is_recorded()) continue;
    tasks.push_back({{scenarios[index].recorded.output, scenarios[index].file}, scenarios[index].load});
    places.push_back(index);
  }
  std::vector<MatchOutcome> outcomes = match_all(tasks, {every_kind(), options.budget, 0}, context);
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    ConformResult& result = results[places[task]];
    const RecordedScenario& recorded = scenarios[places[task]].recorded;
    result.failure = outcomes[task].refusal;
    result.outcome = std::move(outcomes[task]);
    if (!result.is_recorded()) continue;
    result.mechanisms = reproduce::mechanisms_in(recorded.scenario, read_records(recorded.output), recorded.length);
  }
}

void write_file(const std::string& path, const Conformance& conformance,
                void (*print)(std::ostream&, const Conformance&)) {
  if (path.empty()) return;
  OutputFile file{path};
  print(file.stream(), conformance);
  file.commit();
}

void report(const ConformOptions& options, const Conformance& conformance, Context& context) {
  write_file(options.junit, conformance, print_conformance_junit);
  write_file(options.page, conformance, print_conformance_page);
  if (options.format == OutputFormat::json) {
    return print_document(context.out, options.format, conformance_document(conformance));
  }
  print_conformance(context.out, conformance);
}

/// Returns whether there is nothing to compare: no scenario can be recorded, or every recording failed.
bool has_no_recording(const Conformance& conformance) {
  return std::ranges::none_of(conformance.results, &ConformResult::is_recorded);
}

ConformSetup setup_of(const ConformOptions& options) {
  ConformSetup setup;
  setup.kubelets = kubelets_of(options.kubelet);
  setup.max_length = *options.run.load.until;
  setup.at_once = kubelets_at_once(options.kubelet, setup.kubelets);
  setup.folder = folder_of(options.kubelet, "conform", setup.kubelets);
  return setup;
}

ExitCode conform(ConformOptions& options, Context& context) {
  settle_run_options(options.run);
  static_cast<void>(search_budget(options.budget));
  std::vector<ConformFile> files = files_to_conform(options.scenarios);
  const ConformSetup setup = setup_of(options);
  if (!context.record) become_cri_program(context);
  create_folder(setup.folder);
  if (options.scenarios.empty()) files = standard_set(setup.folder / "scenarios");

  const std::vector<ConformScenario> scenarios = load_all(files, setup);
  Conformance conformance{.kubelet = setup.kubelets.front().release, .results = {}};
  for (const ConformScenario& scenario : scenarios) {
    conformance.results.push_back({.name = scenario.name, .refused = scenario.refused});
  }
  if (!record_missing(options, setup, scenarios, conformance.results, context)) {
    context.diagnostics << fmt::format(
        "podreel conform: the recordings ended early; the same command continues in {}\n",
        shown(setup.folder.string()));
    return ExitCode::failure;
  }
  match_recordings(options, scenarios, conformance.results, context);
  report(options, conformance, context);
  if (has_no_recording(conformance)) return ExitCode::bad_input;
  return conformance.is_equal() ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_conform(CLI::App& app, Context& context) {
  auto options = std::make_shared<ConformOptions>();
  options->run.until_text = usual_max_length;
  CLI::App& verb = new_verb(app, conform_text);
  add_kubelet_options(verb, options->kubelet, "conform");
  verb.add_option("--scenarios", options->scenarios,
                  "scenario, or folder of scenarios, instead of the standard set (repeatable)")
      ->type_name("DIR");
  verb.add_option("--until", options->run.until_text, "maximum simulated length of a recording")
      ->type_name("DURATION")
      ->capture_default_str();
  verb.add_option("--speed", options->run.speed_text,
                  "simulated seconds per wall-clock second, such as 5x; only for kubelets that run at the same speed")
      ->type_name("FACTOR");
  verb.add_option("--budget", options->budget, "number of runs per recording, or wall-clock time such as 20s")
      ->type_name("RUNS")
      ->capture_default_str();
  verb.add_option("--junit", options->junit, "also write the results as JUnit XML")->type_name("FILE");
  verb.add_option("--page", options->page, "also write the results as an HTML page")->type_name("FILE");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::json});
  set_action(verb, context, [options](Context& world) { return conform(*options, world); });
}

}  // namespace podreel::cli

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "runtime_fake/glob.hpp"
#include "scenarios/language/load.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/golden.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/jobs.hpp"
#include "tools/cli/load_runs.hpp"
#include "tools/cli/output_file.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/test_report.hpp"
#include "tools/cli/test_runner.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText test_text{
    .name = "test",
    .summary = "run scenarios and judge what they expect",
    .description =
        "Runs every scenario in the files and folders (and their subfolders) and judges its expectations. For each one "
        "that fails it shows what was expected, what was seen, the nearest records, and the command that replays the "
        "run. Fleets in folders are left out. Scenarios are run on all cores; the output is the same as on one.\n\n"
        "A scenario with a golden timeline beside it (NAME.golden.jsonl) must also run exactly as told there: the "
        "first "
        "line that differs is shown. --update makes the goldens that there are anew, and one for each scenario whose "
        "file is named itself.\n\n"
        "The exit code is 0 if all held, 1 if an expectation failed, 2 if a scenario is wrong.",
    .examples =
        "# A folder\n"
        "podreel test scenarios\n"
        "\n"
        "# Only what is about upgrades, with another kubelet\n"
        "podreel test scenarios --filter '*-to-*' --kubelet-version 1.32\n"
        "\n"
        "# Keep the timeline of a scenario as golden, or take a new one over\n"
        "podreel test scenarios/crash-loop.yaml --update\n"
        "\n"
        "# In CI\n"
        "podreel test scenarios --junit results.xml --fail-fast\n",
};

/// The runs of the scenarios that are wanted, and what is wrong with files.
struct Wanted {
  std::vector<language::Scenario> scenarios;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

struct TestOptions {
  RunOptions run;
  std::vector<std::string> filters;
  std::string junit;
  std::size_t jobs = 0;
  bool tap = false;
  bool fail_fast = false;
  bool all = false;
  bool update = false;
};

/// By the name of the scenario, or the path of its file.
bool is_wanted(const language::Scenario& scenario, const std::vector<std::string>& filters) {
  return filters.empty() || std::ranges::any_of(filters, [&](const std::string& filter) {
           return runtime_fake::glob_matches(filter, scenario.name) ||
                  runtime_fake::glob_matches(filter, scenario.file);
         });
}

Wanted wanted_scenarios(const TestOptions& options) {
  Wanted wanted;
  for (const std::string& file : input_files(options.run.files, true)) {
    language::Loaded loaded = language::load_scenario_file(file, options.run.load);
    const bool is_named = std::ranges::find(options.run.files, file) != options.run.files.end();
    if (loaded.is_fleet && !is_named) continue;
    wanted.problems.insert(wanted.problems.end(), loaded.problems.begin(), loaded.problems.end());
    wanted.warnings.insert(wanted.warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    for (language::Scenario& scenario : loaded.scenarios) {
      if (is_wanted(scenario, options.filters)) wanted.scenarios.push_back(std::move(scenario));
    }
  }
  return wanted;
}

/// A golden is what the scenario gives by itself.
Goldens goldens_of(const TestOptions& options) {
  const language::LoadOptions& load = options.run.load;
  const bool as_written = !load.kubelet && !load.seed && !load.timing && load.variables.empty();
  if (options.update && !as_written) {
    throw BadInput{
        "--update takes scenarios as they are written: without --kubelet-version, --seed, --timing and --set"};
  }
  if (!as_written) return Goldens::ignored;
  return options.update ? Goldens::updated : Goldens::compared;
}

void write_goldens(const TestPlan& plan, const std::vector<TestOutcome>& outcomes, Context& context) {
  for (std::size_t index = 0; index < outcomes.size(); ++index) {
    if (!outcomes[index].new_golden) continue;
    const std::string path = golden_path(plan.scenarios[index]).string();
    OutputFile file{path};
    file.stream() << *outcomes[index].new_golden;
    file.commit();
    context.diagnostics << "updated " << path << '\n';
  }
}

/// CI systems see the refusal where they look for results.
[[noreturn]] void refuse(const TestOptions& options, const std::vector<api::Problem>& problems, Context& context) {
  if (!options.junit.empty() && tells(context)) {
    OutputFile junit{options.junit};
    print_junit_refusals(junit.stream(), problems);
    junit.commit();
  }
  throw BadInput{problems};
}

std::string names_of(const std::vector<language::Scenario>& scenarios) {
  std::string names;
  for (const language::Scenario& scenario : scenarios) names += scenario.file + ' ' + scenario.name + '\n';
  return names;
}

ExitCode test(const TestOptions& options, Context& context) {
  const Goldens goldens = goldens_of(options);
  Wanted wanted = wanted_scenarios(options);
  warn(wanted.warnings, context);
  if (!wanted.problems.empty()) refuse(options, wanted.problems, context);
  if (wanted.scenarios.empty()) throw BadInput{"--filter fits no scenario"};
  TestPlan plan{.scenarios = std::move(wanted.scenarios),
                .jobs = jobs_of(options.jobs, context),
                .fail_fast = options.fail_fast,
                .goldens = goldens,
                .files_with_golden = options.run.files,
                .progress = {},
                .peers = context.peers};
  if (context.peers != nullptr) fleet::check_agreement(*context.peers, "scenarios", names_of(plan.scenarios));
  std::optional<OutputFile> junit;
  if (!options.junit.empty() && tells(context)) junit.emplace(options.junit);
  std::vector<TestOutcome> outcomes;
  {
    Progress progress{context.diagnostics, context.diagnostics_terminal, "scenarios", plan.scenarios.size(),
                      Progress::Of::things};
    plan.progress = [&progress](std::size_t done) { progress.at(done); };
    outcomes = run_tests(plan);
  }
  if (!tells(context)) return ExitCode::ok;
  write_goldens(plan, outcomes, context);
  const TestResults results{plan.scenarios, outcomes, options.run.load};
  if (options.tap) {
    print_tap(context.out, results);
  } else {
    print_text(context.out, context.out_terminal, results, options.all);
  }
  if (junit) {
    print_junit(junit->stream(), results);
    junit->commit();
  }
  const bool held =
      std::ranges::none_of(outcomes, [](const TestOutcome& outcome) { return !outcome.failures.empty(); });
  return held ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_test(CLI::App& app, Context& context) {
  auto options = std::make_shared<TestOptions>();
  CLI::App& verb = new_verb(app, test_text);
  add_input_options(verb, options->run.files, "scenarios, or folders of them");
  add_load_options(verb, options->run);
  verb.add_option("--filter", options->filters, "only scenarios whose name or file fits, with * and ? (repeatable)")
      ->type_name("GLOB");
  verb.add_option("--junit", options->junit, "also write the results as JUnit XML")->type_name("FILE");
  verb.add_flag("--update", options->update, "make the golden timelines anew");
  add_jobs_option(verb, options->jobs, "how many to run");
  verb.add_flag("--tap", options->tap, "print the Test Anything Protocol");
  verb.add_flag("--fail-fast", options->fail_fast, "stop at the first failure");
  verb.add_flag("--all", options->all, "also list what passed");
  when_chosen(verb, context, [options](Context& world) {
    settle_run_options(options->run);
    return test(*options, world);
  });
}

}  // namespace podreel::cli

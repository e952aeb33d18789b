#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "scenarios/simulation/decisive_choices.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/arguments/run_lists.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/test/golden.hpp"
#include "tools/cli/test/policy_test.hpp"
#include "tools/cli/test/test_coverage.hpp"
#include "tools/cli/test/test_report.hpp"
#include "tools/cli/test/test_runner.hpp"
#include "tools/cli/test/test_selection.hpp"
#include "tools/cli/test/test_watch.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText test_text{
    .name = "test",
    .summary = "Run scenarios and check their expectations",
    .description =
        "Runs every scenario in the files and folders (and their subfolders) and checks its expectations. For each "
        "failed expectation it shows what was expected, what was seen, the closest records, and the command that "
        "replays the run. Fleets, and manifests without pods, are ignored in folders. Scenarios run on all cores; the "
        "output does not depend on the "
        "number of cores.\n\n"
        "A scenario with a golden timeline beside it (NAME.golden.jsonl) must also reproduce that timeline exactly; "
        "the first line that differs is shown. --update rewrites existing goldens, and creates one for each scenario "
        "whose file you name explicitly.\n\n"
        "With --seeds, each scenario is run with each of the seeds, which finds a race that fails once in a hundred "
        "runs. The output also lists the choices of the seed that decide whether the scenario fails.\n\n"
        "Scenarios that have no expectations and no golden are counted separately from those that passed. With "
        "--strict, warnings are errors.\n\n"
        "With --watch, the tests run once, and again whenever a scenario, a golden or a file that a scenario names is "
        "added, edited or removed in the folders of the scenarios. Only the files run again that the change affects. "
        "Changes within a short time cause one run. podreel reads the times of the files, at most four times a "
        "second, so it also works on file systems that send no events. Ctrl-C ends it with the exit code of the last "
        "run.\n\n"
        "The exit code is 0 if all expectations held, 1 if one failed, 2 if a scenario is wrong.",
    .examples =
        "# Test a folder\n"
        "podreel test scenarios\n"
        "\n"
        "# Test only upgrades, with another kubelet\n"
        "podreel test scenarios --filter '*-to-*' --kubelet-version 1.32\n"
        "\n"
        "# Keep the timeline of a scenario as its golden, or accept a new one\n"
        "podreel test scenarios/crash-loop.yaml --update\n"
        "\n"
        "# Test 20 seeds with several kubelets\n"
        "podreel test scenarios/library/lessons --seeds 1-20 --kubelet-version 1.30,1.34..{newest}\n"
        "\n"
        "# Test again whatever you edit\n"
        "podreel test scenarios --watch\n"
        "\n"
        "# Test in CI\n"
        "podreel test scenarios --junit results.xml --strict\n",
};

/// Selects the treatment of goldens, which belong to scenarios without overrides.
Goldens goldens_of(const TestOptions& options) {
  const format::LoadOptions& load = options.run.load;
  const bool has_same_kubelet = options.run.kubelet_version.empty() && !load.policy && load.feature_gates.empty();
  const bool as_written =
      has_same_kubelet && !load.seed && options.seeds.empty() && !load.timing && !load.until && load.variables.empty();
  if (options.update && !as_written) {
    throw BadInput{
        "--update needs scenarios without overrides: leave out --kubelet-version, --policy, --feature-gates, --seed, "
        "--seeds, --timing, --until and --set"};
  }
  if (!as_written) return Goldens::ignored;
  return options.update ? Goldens::updated : Goldens::compared;
}

/// Checks that no two runs share a golden.
void check_goldens(const TestPlan& plan) {
  if (plan.goldens == Goldens::ignored) return;
  std::map<std::filesystem::path, const format::Scenario*> owners;
  for (const format::Scenario& scenario : plan.scenarios) {
    const std::filesystem::path path = golden_path(scenario);
    if (!needs_golden(scenario, path, plan)) continue;
    const auto [owner, is_new] = owners.try_emplace(path, &scenario);
    if (is_new) continue;
    throw BadInput{fmt::format(
        "{} would be the golden timeline of two runs: {} of {}, and {} of {}; give them other "
        "names",
        path.string(), format::title(*owner->second), owner->second->file, format::title(scenario), scenario.file)};
  }
}

/// Returns warnings of goldens beside the scenarios of folders that belong to none of them, as after a renaming.
std::vector<api::Problem> orphaned_goldens(const TestPlan& plan, const TestOptions& options) {
  constexpr std::string_view suffix = ".golden.jsonl";
  const bool selects =
      !options.filters.empty() || !options.selector.empty() || !options.changed_since.empty() || options.affected;
  if (plan.goldens == Goldens::ignored || selects) return {};
  std::set<std::filesystem::path> folders;
  std::set<std::filesystem::path> owned;
  for (const format::Scenario& scenario : plan.scenarios) {
    owned.insert(golden_path(scenario));
    const bool is_named = std::ranges::find(options.run.files, scenario.file) != options.run.files.end();
    if (!is_named) folders.insert(golden_path(scenario).parent_path());
  }
  std::set<std::filesystem::path> orphans;
  for (const std::filesystem::path& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator{folder.empty() ? "." : folder}) {
      const std::filesystem::path path = folder / entry.path().filename();
      if (path.string().ends_with(suffix) && !owned.contains(path)) orphans.insert(path);
    }
  }
  std::vector<api::Problem> warnings;
  for (const std::filesystem::path& path : orphans) {
    warnings.push_back({path.string(), {}, "", "golden timeline of no scenario; rename or delete it"});
  }
  return warnings;
}

/// Searches for decisive choices of scenarios that pass with some seeds and fail with others.
void find_decisive_choices(const TestPlan& plan, std::vector<TestOutcome>& outcomes) {
  for (std::size_t index = 0; index < outcomes.size(); ++index) {
    FailedSeeds& failed = outcomes[index].failed;
    if (failed.seeds.empty()) continue;
    const auto holding = std::ranges::find_if(plan.seeds, [&failed](std::uint64_t seed) {
      return std::ranges::find(failed.seeds, seed) == failed.seeds.end();
    });
    if (holding == plan.seeds.end()) continue;
    failed.holding = *holding;
    failed.choices = simulation::decisive_choices(plan.scenarios[index], failed.seeds.front(), *holding)
                         .value_or(std::vector<sim::Choice>{});
  }
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

/// Throws BadInput with the problems. With --junit, writes them to the result file first.
[[noreturn]] void refuse(const TestOptions& options, const std::vector<api::Problem>& problems, Context& context) {
  if (!options.junit.empty() && is_reporting_rank(context)) {
    OutputFile junit{options.junit};
    print_junit_refusals(junit.stream(), problems);
    junit.commit();
  }
  throw BadInput{problems};
}

/// Prints warnings, or refuses the input because of them with --strict.
void report_warnings(const std::vector<api::Problem>& warnings, const TestOptions& options, Context& context) {
  if (options.strict && !warnings.empty()) refuse(options, warnings, context);
  warn(warnings, context);
}

std::string names_of(const std::vector<format::Scenario>& scenarios) {
  std::string names;
  for (const format::Scenario& scenario : scenarios) names += scenario.file + ' ' + scenario.name + '\n';
  return names;
}

/// Loads the selected scenarios. Throws BadInput if there are none, or a file has problems.
std::vector<format::Scenario> wanted_scenarios(const TestOptions& options, Context& context) {
  Wanted wanted = select_scenarios(options);
  report_warnings(wanted.warnings, options, context);
  if (!wanted.problems.empty()) refuse(options, wanted.problems, context);
  if (wanted.has_default_kubelet) note_default_kubelet(context);
  if (!wanted.scenarios.empty()) return std::move(wanted.scenarios);
  if (options.affected) return {};
  if (options.changed_since.empty()) throw BadInput{"no scenario matches --filter and --selector"};
  context.diagnostics << fmt::format("no selected scenario has changed since {}\n", shown(options.changed_since));
  return std::move(wanted.scenarios);
}

/// Rejects options that have no effect on a comparison of policies.
void reject_for_policies(const TestOptions& options, const Context& context) {
  if (context.rank_group != nullptr) throw BadInput{"--against-policy: ranks do not share this work; use podreel test"};
  for (const auto& [is_set, name] :
       {std::pair{options.update, "--update"}, std::pair{options.tap, "--tap"}, std::pair{options.github, "--github"},
        std::pair{options.fail_fast, "--fail-fast"}, std::pair{options.all, "--all"},
        std::pair{options.slowest > 0, "--slowest"}, std::pair{options.coverage, "--coverage"}}) {
    if (is_set) throw BadInput{fmt::format("{} has no effect with --against-policy; leave it out", name)};
  }
}

ExitCode test(const TestOptions& options, Context& context) {
  if (!options.regression.against_policy.empty()) {
    reject_for_policies(options, context);
    // The comparison replaces the policies itself.
    TestOptions as_written = options;
    as_written.run.load.policy.reset();
    return test_policies(options, wanted_scenarios(as_written, context), context);
  }
  if (!is_table(options.format) && (options.tap || options.github || options.all)) {
    throw BadInput{"-o json and -o yaml print one document: leave out --tap, --github and --all"};
  }
  if (options.coverage && (options.tap || context.rank_group != nullptr)) {
    throw BadInput{"--coverage is not available with --tap, or with ranks"};
  }
  if (!options.regression.accept.empty())
    throw BadInput{"--accept lists differences of policies: add --against-policy"};
  const Goldens goldens = goldens_of(options);
  TestPlan plan{.scenarios = wanted_scenarios(options, context),
                .seeds = options.seeds.empty() ? std::vector<std::uint64_t>{} : seeds_in(options.seeds),
                .jobs = jobs_of(options.jobs, context),
                .fail_fast = options.fail_fast,
                .goldens = goldens,
                .files_with_golden = options.run.files,
                .progress = {},
                .rank_group = context.rank_group};
  check_goldens(plan);
  report_warnings(orphaned_goldens(plan, options), options, context);
  if (context.rank_group != nullptr)
    parallel::check_agreement(*context.rank_group, "scenarios", names_of(plan.scenarios));
  std::optional<OutputFile> junit;
  if (!options.junit.empty() && is_reporting_rank(context)) junit.emplace(options.junit);
  std::vector<TestOutcome> outcomes;
  {
    Progress progress{context.diagnostics, context.diagnostics_terminal, plan.seeds.empty() ? "scenarios" : "runs",
                      plan.runs(), Progress::Of::things};
    plan.progress = [&progress](std::size_t done) { progress.at(done); };
    outcomes = run_tests(plan);
  }
  if (!is_reporting_rank(context)) return ExitCode::ok;
  write_goldens(plan, outcomes, context);
  find_decisive_choices(plan, outcomes);
  const TestResults results{plan.scenarios, outcomes, options.run};
  if (options.tap) {
    print_tap(context.out, results);
  } else if (!is_table(options.format)) {
    nlohmann::ordered_json document = test_document(results);
    if (options.coverage) document["coverage"] = coverage_document(coverage_of(plan.scenarios, plan.jobs, context));
    print_document(context.out, options.format, document);
  } else {
    print_text(context.out, context.out_terminal, results, options.all);
    if (options.coverage) print_coverage(context.out, coverage_of(plan.scenarios, plan.jobs, context));
  }
  print_slowest(context.diagnostics, results, options.slowest);
  if (options.github) print_github_annotations(context.out, results);
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
  add_load_options(verb, options->run, Kubelets::several);
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::json, OutputFormat::yaml});
  verb.add_option("--seeds", options->seeds, "run each scenario with each of these seeds, such as 1-100")
      ->type_name("LIST");
  verb.add_option("--filter", options->filters,
                  "run only scenarios whose name or file matches this pattern with * and ? (repeatable)")
      ->type_name("GLOB");
  verb.add_option("--changed-since", options->changed_since,
                  "run only scenarios of files that have changed since this Git revision, or that name a changed file, "
                  "or beside which one has changed")
      ->type_name("REVISION");
  verb.add_option("-l,--selector", options->selector, "run only scenarios with these labels, such as team=core,!slow")
      ->type_name("LABELS");
  add_regression_options(verb, options->regression);
  verb.add_option("--junit", options->junit, "also write the results as JUnit XML")->type_name("FILE");
  verb.add_flag("--update", options->update, "rewrite the golden timelines");
  add_jobs_option(verb, options->jobs, "number of scenarios to run");
  verb.add_flag("--tap", options->tap, "print the results in the Test Anything Protocol");
  verb.add_flag("--github", options->github, "also print failures as annotations of GitHub Actions");
  verb.add_flag("--strict", options->strict, "treat warnings as errors");
  verb.add_flag("--fail-fast", options->fail_fast, "stop at the first failure");
  verb.add_flag("--coverage", options->coverage, "also list the rules and behaviours that no scenario exercises");
  verb.add_option("--slowest", options->slowest, "also print the times of this many scenarios, on standard error")
      ->type_name("N");
  verb.add_flag("--all", options->all, "also list the scenarios that passed");
  verb.add_flag("--watch", options->watch, "run again what is affected whenever a file changes, until Ctrl-C");
  set_action(verb, context, [options](Context& world) {
    if (!options->seeds.empty() && options->run.seed) throw BadInput{"--seed and --seeds exclude each other"};
    settle_run_options(options->run);
    if (!options->watch) return test(*options, world);
    check_watch(*options, world);
    return watch_tests(
        *options, [&world](const TestOptions& run) { return test(run, world); }, world);
  });
}

}  // namespace podreel::cli

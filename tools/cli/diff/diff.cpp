#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/timeline/diff_report.hpp"
#include "tools/timeline/run_names.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText diff_text{
    .name = "diff",
    .summary = "Show the first difference between two releases, policies or seeds, and its cause",
    .description =
        "Replays a scenario twice and compares the timelines. Shows which records have other texts or fields only, by "
        "kind. Then it shows what is done otherwise: records of one run only, and records at other times. It names "
        "the behaviours that decide, with their sources, and the reasons of both kubelets at the first "
        "difference.\n\n"
        "To separate differences from random delays, it replays each scenario with 8 seeds. A number or time is a "
        "difference "
        "if no seed of one run has it in common with the other. Runs that differ by their seed only are compared as "
        "they are, without times. A behaviour decides if inverting it alone gives one run the records of the "
        "other.\n\n"
        "--full also shows all lines that differ. The exit status is 1 if the runs differ.",
    .examples =
        "# Show what an upgrade changes in this scenario\n"
        "podreel diff scenarios/sidecar.yaml --kubelet-version 1.28 --against 1.29\n"
        "\n"
        "# Show whether the order of unordered actions matters\n"
        "podreel diff scenarios/liveness-kill.yaml --against-seed 2\n"
        "\n"
        "# Show whether another identity policy would have kept the containers\n"
        "podreel diff scenarios/library/upgrades/1.30-to-1.31-restarts-everything.yaml --against-policy "
        "serialized-spec\n",
};

struct DiffOptions {
  RunOptions left;
  RunOptions right;
  std::string against_policy;
  OutputFormat format = OutputFormat::table;
  /// No value: the option is absent.
  std::optional<int> context;
  bool full = false;
  bool all = false;
  std::vector<std::string> ignored;

  /// Returns the number of lines around a difference, if lines are to be shown.
  [[nodiscard]] std::optional<int> shown_context() const {
    constexpr int all_lines = -1;
    constexpr int default_context = 3;
    if (all) return all_lines;
    return full ? context.value_or(default_context) : context;
  }
  [[nodiscard]] std::size_t budget() const { return full ? full_comparison_budget : comparison_budget; }
};

/// Loads the only run of the only file.
format::Scenario load(const RunOptions& options, std::vector<api::Problem>& warnings) {
  const std::vector<std::string> files = input_files(options.files);
  format::Loaded loaded = format::load_scenario_file(files.front(), options.load);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  warnings.insert(warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
  if (files.size() > 1 || loaded.scenarios.size() > 1) {
    throw BadInput{"diff takes one run; select one run of a matrix with --kubelet-version and --against"};
  }
  return std::move(loaded.scenarios.front());
}

std::string title_of(const format::Scenario& scenario) {
  const std::string chance =
      scenario.timing == timing::Model::ideal ? "ideal timing" : fmt::format("seed {}", scenario.seed);
  std::string title = fmt::format("kubelet {}, {}", release::to_string(scenario.node.kubelet.version), chance);
  const decide::PolicySettings& policy = scenario.node.kubelet.identity_policy;
  if (policy.kind != decide::PolicyKind::upstream) title += ", " + policy_name(policy);
  return title;
}

ComparableTimelineSink replay(const format::Scenario& scenario) {
  simulation::ReplayOptions replay;
  replay.explain = true;
  ComparableTimelineSink timeline{simulation::start_time(scenario, replay), Wording::ignored};
  replay.sinks = {&timeline};
  static_cast<void>(simulation::replay(scenario, replay));
  return timeline;
}

ExitCode diff(DiffOptions& options, Context& context) {
  options.right.files = options.left.files;
  options.right.variables = options.left.variables;
  options.right.until_text = options.left.until_text;
  options.right.load.root = options.left.load.root;
  options.right.policy = options.left.policy;
  if (options.right.feature_gates.empty()) options.right.feature_gates = options.left.feature_gates;
  if (options.right.kubelet_version.empty()) options.right.kubelet_version = options.left.kubelet_version;
  options.right.timing = options.left.timing;
  if (!options.right.seed) options.right.seed = options.left.seed;
  settle_run_options(options.left);
  settle_run_options(options.right);
  if (!options.against_policy.empty()) {
    options.right.load.policy = policy_of("--against-policy", options.against_policy);
  }
  std::vector<api::Problem> warnings;
  const format::Scenario left = load(options.left, warnings);
  const format::Scenario right = load(options.right, warnings);
  warn(warnings, context);
  const ComparableTimelineSink left_timeline = replay(left);
  const ComparableTimelineSink right_timeline = replay(right);
  const DiffReport report{.scenario = left.name,
                          .left = title_of(left),
                          .right = title_of(right),
                          .comparison = compare_runs({left, left_timeline}, {right, right_timeline}, options.budget()),
                          .ignores_texts = !options.ignored.empty()};
  if (options.format == OutputFormat::table) {
    print_diff(context.out, report, {.context = options.shown_context(), .colour = context.out_terminal.colour});
  } else {
    print_document(context.out, options.format, diff_document(report));
  }
  return report.is_same() ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_diff(CLI::App& app, Context& context) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App& verb = new_verb(app, diff_text);
  add_input_options(verb, options->left.files, "scenario or manifests");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::json, OutputFormat::yaml});
  add_load_options(verb, options->left);
  releases(verb.add_option("--against", options->right.kubelet_version, "kubelet release of the second run"));
  verb.add_option("--against-seed", options->right.seed, "seed of the second run")->type_name("N");
  verb.add_option("--against-feature-gates", options->right.feature_gates,
                  "feature gates of the kubelet of the second run")
      ->type_name("GATE=BOOL,…");
  verb.add_option("--against-policy", options->against_policy, "identity policy of the second run")
      ->type_name("POLICY");
  verb.add_flag("--full", options->full, "show all groups, and all lines that differ; replay as often as needed");
  verb.add_option("--context", options->context, "show all lines that differ, with N lines around each (default 3)")
      ->type_name("N")
      ->check(CLI::Validator{CLI::NonNegativeNumber}.description(""));
  choices(verb.add_option("--ignore", options->ignored, "ignore the wording of events and errors"), {"texts"});
  verb.add_flag("--all", options->all, "show all lines, also those that do not differ");
  set_action(verb, context, [options](Context& world) { return diff(*options, world); });
}

}  // namespace podreel::cli

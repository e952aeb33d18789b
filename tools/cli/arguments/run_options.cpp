#include "tools/cli/arguments/run_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "engine/release/release.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/jsonl/choice_list.hpp"
#include "tools/cli/arguments/gate_list.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

sim::Duration duration_of(const std::string& option, const std::string& text) {
  const auto parsed = format::parse_duration(text);
  if (const auto* error = std::get_if<format::DurationError>(&parsed)) {
    throw BadInput{option + ": " + error->message};
  }
  return std::get<sim::Duration>(parsed);
}

/// Parses "10x", "0.5x" or "10".
double speed_of(const std::string& text) {
  std::size_t used = 0;
  double speed = 0;
  try {
    speed = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string rest = text.substr(used);
  constexpr double slowest = 1e-6;
  constexpr double fastest = 1e9;
  if (used == 0 || (!rest.empty() && rest != "x") || !(speed >= slowest && speed <= fastest)) {
    throw BadInput{"--speed: found \"" + text + "\"; accepted: a factor above 0 such as 10x"};
  }
  return speed;
}

std::vector<sim::Choice> choices_of(const std::string& file) {
  std::vector<api::Problem> problems;
  std::vector<sim::Choice> choices = jsonl::read_choices(text_of_file(file), file, problems);
  if (!problems.empty()) throw BadInput{problems};
  return choices;
}

void reject(bool both, std::string_view options, std::string_view why) {
  if (both) throw BadInput{fmt::format("{} exclude each other: {}", options, why)};
}

void reject_what_does_not_fit(const RunOptions& options) {
  reject(options.watch && options.step, "--watch and --step", "each replaces the timeline");
  reject(options.watch && options.explain, "--watch and --explain", "the table of pods does not show reasons");
  reject(options.step && options.speed.has_value(), "--step and --speed", "with --step you control the pace");
  const bool takes_choices = !options.choices_file.empty() || !options.record_choices.empty();
  reject(takes_choices && options.load.timing == timing::Model::ideal, "--timing ideal and lists of choices",
         "ideal timing makes no random choices");
  const std::string_view mode = options.watch ? "--watch" : "--step";
  if ((options.watch || options.step) && !is_table(options.format)) {
    throw BadInput{fmt::format("{} prints tables only; accepted: -o table or -o wide", mode)};
  }
  const bool reads_standard_input = std::ranges::find(options.files, "-") != options.files.end();
  reject(options.step && reads_standard_input, "--step and -f -",
         "standard input cannot hold both the scenario and the keys");
}

}  // namespace

void add_scenario_options(CLI::App& verb, RunOptions& options, Kubelets kubelets) {
  if (kubelets == Kubelets::one) {
    releases(verb.add_option("--kubelet-version", options.kubelet_version, "kubelet release; overrides the scenario"));
  } else {
    verb.add_option("--kubelet-version", options.kubelet_version,
                    "kubelet release, or a list such as 1.28,1.30..1.32; overrides the scenario")
        ->type_name("RELEASE,…");
  }
  verb.add_option("--seed", options.seed, "seed of the random choices; overrides the scenario")->type_name("N");
  choices(verb.add_option("--timing", options.timing, "timing model; overrides the scenario"),
          {to_string(timing::Model::measured), to_string(timing::Model::ideal)});
  add_policy_option(verb, "--policy", options.policy, "identity policy of the kubelet, overriding the scenario's");
  verb.add_option("--feature-gates", options.feature_gates,
                  "feature gates of the kubelet, added to those of the scenario")
      ->type_name("GATE=BOOL,…");
  verb.add_option("--until", options.until_text, "simulated duration of the run")->type_name("DURATION");
}

void add_load_options(CLI::App& verb, RunOptions& options, Kubelets kubelets) {
  add_scenario_options(verb, options, kubelets);
  verb.add_option("--set", options.variables, "value of a variable of the scenario, as name=value (repeatable)")
      ->type_name("NAME=VALUE");
  verb.add_option("--root", options.load.root,
                  "folder for files that scenarios refer to; default: the scenario's folder")
      ->type_name("DIR");
}

void add_view_options(CLI::App& verb, RunOptions& options) {
  verb.add_flag("--watch", options.watch, "print the pods as they change, like 'kubectl get pods --watch'");
  verb.add_flag("--step", options.step,
                "step from record to record, forwards and backwards, and show the pods at each");
}

void add_run_options(CLI::App& verb, RunOptions& options) {
  add_input_options(verb, options.files, "scenarios or manifests");
  add_output_format(
      verb, options.format,
      {OutputFormat::table, OutputFormat::wide, OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml});
  add_load_options(verb, options);
  verb.add_option("--speed", options.speed_text, "run in real time, multiplied by this factor, such as 10x")
      ->type_name("FACTOR");
  add_view_options(verb, options);
  verb.add_option("--trace-out", options.trace_out_text, "also write a trace in Chrome's trace format")
      ->type_name("FILE");
  verb.add_option("--record-choices", options.record_choices, "also write the random choices of this run, one per line")
      ->type_name("FILE");
  verb.add_option("--choices", options.choices_file, "replay the choices in a file written by --record-choices")
      ->type_name("FILE");
  verb.add_flag("--explain", options.explain, "explain the cause of each sync, each decision and each written status");
}

void settle_run_options(RunOptions& options) {
  if (!options.kubelet_version.empty()) options.load.kubelet = release::parse_release(options.kubelet_version);
  options.load.seed = options.seed;
  options.load.timing = timing::parse_model(options.timing);
  if (!options.policy.empty()) options.load.policy = policy_of("--policy", options.policy);
  options.load.feature_gates = gates_in(options.feature_gates);
  if (!options.until_text.empty()) options.load.until = duration_of("--until", options.until_text);
  if (!options.speed_text.empty()) options.speed = speed_of(options.speed_text);
  reject_what_does_not_fit(options);
  if (!options.trace_out_text.empty()) options.trace_out = options.trace_out_text;
  if (!options.choices_file.empty()) options.choices = choices_of(options.choices_file);
  for (const std::string& variable : options.variables) {
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw BadInput{"--set: found \"" + variable + "\"; accepted: name=value"};
    }
    options.load.variables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
}

}  // namespace podreel::cli

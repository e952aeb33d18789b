// The options of verbs that replay scenarios.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/load_options.hpp"
#include "tools/cli/arguments/output_format.hpp"

namespace CLI {
class App;
}

namespace podreel::cli {

struct RunOptions {
  std::vector<std::string> files;
  OutputFormat format = OutputFormat::table;
  /// Filled in by settle_run_options.
  format::LoadOptions load;
  /// Simulated seconds per wall-clock second; no value: as fast as possible.
  std::optional<double> speed;
  std::optional<std::string> trace_out;
  /// File for the choices that the run took; empty: none.
  std::string record_choices;
  /// Choices that override those of the seed.
  std::vector<sim::Choice> choices;
  bool explain = false;
  /// Show the pods as they change instead of the timeline.
  bool watch = false;
  /// Step through the timeline with commands from standard input.
  bool step = false;

  // The option values as given on the command line.
  std::string kubelet_version;
  std::string policy;
  std::string feature_gates;
  std::string until_text;
  std::string speed_text;
  std::string trace_out_text;
  std::string choices_file;
  std::vector<std::string> variables;
  std::optional<std::uint64_t> seed;
  std::string timing;
};

/// Whether --kubelet-version takes one release, or a list (run_lists.hpp) that the verb parses itself.
enum class Kubelets : std::uint8_t { one, several };

/// Declares the options that change any scenario when it is loaded: --kubelet-version, --seed, --timing, --policy,
/// --feature-gates, --until.
void add_scenario_options(CLI::App& verb, RunOptions& options, Kubelets kubelets = Kubelets::one);

/// Declares the options of add_scenario_options() and those for files: --set, --root.
void add_load_options(CLI::App& verb, RunOptions& options, Kubelets kubelets = Kubelets::one);

/// Declares the views that replace the timeline: --watch, --step.
void add_view_options(CLI::App& verb, RunOptions& options);

/// Declares all of these options, and those of input, output and the course of the run.
void add_run_options(CLI::App& verb, RunOptions& options);

/// Parses the option values. Throws BadInput, also for options that exclude each other.
void settle_run_options(RunOptions& options);

}  // namespace podreel::cli

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
  language::LoadOptions load;
  /// How many simulated seconds pass in one of the wall clock; no value: as fast as it goes.
  std::optional<double> speed;
  std::optional<std::string> trace_out;
  /// Where the choices are written that the run took; empty: nowhere.
  std::string record_choices;
  /// Taken in place of what the seed says.
  std::vector<sim::Choice> choices;
  bool explain = false;
  /// The pods as they change, in place of the timeline.
  bool watch = false;
  /// The timeline record by record, as told on standard input.
  bool step = false;

  // As they stand on the command line.
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

/// Whether --kubelet-version takes one release, or a list (run_lists.hpp), which the verb reads itself.
enum class Kubelets : std::uint8_t { one, several };

/// What changes any scenario as it is loaded: --kubelet-version, --seed, --timing, --policy, --feature-gates, --until.
void add_scenario_options(CLI::App& verb, RunOptions& options, Kubelets kubelets = Kubelets::one);

/// These, and what files may ask for: --set, --root.
void add_load_options(CLI::App& verb, RunOptions& options, Kubelets kubelets = Kubelets::one);

/// Another view of the run than its timeline: --watch, --step.
void add_view_options(CLI::App& verb, RunOptions& options);

/// All of these, the input, the output, and how the run goes.
void add_run_options(CLI::App& verb, RunOptions& options);

/// "dual-hash 1.12"; throws BadInput, which names the option.
[[nodiscard]] decide::PolicySettings policy_of(const std::string& option, const std::string& text);

/// Makes values of what was written; throws BadInput, also where options do not go together.
void settle_run_options(RunOptions& options);

}  // namespace podreel::cli

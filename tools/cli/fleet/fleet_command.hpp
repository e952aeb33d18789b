// Common parts of `podreel fleet` and the verbs below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/fleet/load.hpp"
#include "scenarios/fleet/results/result_file.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/pod_filter.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/fleet/fleet_report.hpp"

namespace podreel::cli {

/// Options that select the fleet, its plans and the output format.
struct FleetOptions {
  std::vector<std::string> files;
  /// Values such as "eu=FILE".
  std::vector<std::string> dumps;
  /// Names of plans; empty: all.
  std::vector<std::string> plans;
  std::string root;
  /// Pods of the dumps.
  PodSelection pods;
  bool has_headers = true;
  std::size_t jobs = 0;
  /// Nodes of each pool in a sample; 0: all nodes.
  std::uint32_t sample = 0;
  OutputFormat format = OutputFormat::table;
};

/// Declares all options except the files.
void add_fleet_options(CLI::App& verb, FleetOptions& options);

/// Loads a fleet with at least one plan. Throws BadInput.
[[nodiscard]] fleet::Loaded load_fleet(const FleetOptions& options, Context& context);

/// Returns the plans that `options` selects; the pointers refer to `loaded`. Throws BadInput, also for a selection of
/// pods and a plan that drains nodes.
[[nodiscard]] std::vector<const fleet::Plan*> select_plans(const FleetOptions& options, const fleet::Loaded& loaded);

/// Returns the plans whose nodes are independent; their accounts can be computed separately, and saved.
[[nodiscard]] std::vector<const fleet::Plan*> plans_in_place(const std::vector<const fleet::Plan*>& plans);

/// Returns the outcomes of the plans, in order. `in_place` carries out the plans of `plans_in_place`, given their
/// indices there; plans that drain nodes are simulated here.
[[nodiscard]] std::vector<PlanOutcome> outcomes_of(
    const FleetOptions& options, const fleet::Fleet& fleet, const std::vector<const fleet::Plan*>& plans,
    Context& context, const std::function<fleet::Outcome(const fleet::Plan&, std::uint32_t)>& in_place);

/// Returns the provenance of accounts computed by this podreel.
[[nodiscard]] fleet::Provenance provenance_of(const fleet::Loaded& loaded,
                                              const std::vector<const fleet::Plan*>& plans);

/// Prints the outcomes of the plans; returns `difference` if one was stopped.
[[nodiscard]] ExitCode print_outcomes(const FleetOptions& options, const fleet::Fleet& fleet,
                                      const std::vector<PlanOutcome>& outcomes, Context& context);

}  // namespace podreel::cli

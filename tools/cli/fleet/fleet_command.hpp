// What `podreel fleet` and the verbs below it have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/fleet/accounts/account_file.hpp"
#include "scenarios/fleet/load.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/fleet/fleet_report.hpp"

namespace podreel::cli {

/// Which fleet, which of its plans, and how the answer is printed.
struct FleetOptions {
  std::vector<std::string> files;
  /// "eu=FILE".
  std::vector<std::string> dumps;
  /// Names of plans; empty: all.
  std::vector<std::string> plans;
  std::string root;
  std::size_t jobs = 0;
  OutputFormat format = OutputFormat::table;
};

/// All but the files.
void add_fleet_options(CLI::App& verb, FleetOptions& options);

/// A fleet with at least one plan; throws BadInput.
[[nodiscard]] fleet::Loaded load_fleet(const FleetOptions& options, Context& context);

/// Those that `options` names, which point into `loaded`; throws BadInput.
[[nodiscard]] std::vector<const fleet::Plan*> wanted_plans(const FleetOptions& options, const fleet::Loaded& loaded);

/// Of `plans` those whose nodes do not hear of each other: their accounts can be made apart, and kept.
[[nodiscard]] std::vector<const fleet::Plan*> plans_in_place(const std::vector<const fleet::Plan*>& plans);

/// What comes of the plans, one after the other. `in_place` carries out those of `plans_in_place`, told their indices
/// there; nodes that are drained are simulated here.
[[nodiscard]] std::vector<PlanOutcome> outcomes_of(
    const FleetOptions& options, const fleet::Fleet& fleet, const std::vector<const fleet::Plan*>& plans,
    Context& context, const std::function<fleet::Outcome(const fleet::Plan&, std::uint32_t)>& in_place);

/// Of accounts that this podreel makes.
[[nodiscard]] fleet::Provenance provenance_of(const fleet::Loaded& loaded,
                                              const std::vector<const fleet::Plan*>& plans);

/// Prints what came of the plans; `difference` if one was stopped.
[[nodiscard]] ExitCode tell_outcomes(const FleetOptions& options, const fleet::Fleet& fleet,
                                     const std::vector<PlanOutcome>& outcomes, Context& context);

}  // namespace podreel::cli

// The options of `podreel explore`.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "scenarios/explore/exploration.hpp"
#include "tools/cli/arguments/budget.hpp"
#include "tools/cli/arguments/run_options.hpp"

namespace podreel::cli {

struct ExploreOptions {
  RunOptions run;
  std::string budget = "60s";
  std::vector<std::string> allow;
  std::vector<std::string> keeps;
  std::optional<std::size_t> at_once;
  std::string save;
  /// Folder for reports; empty: none are written.
  std::string report;
  /// Overwrite files in `save` and `report`.
  bool force = false;
  /// Release to compare with --kubelet-version; empty: search for broken invariants.
  std::string against;
  /// Identity policy to compare with --policy, with kubelets replaced by `against`, or by the adjacent minor releases
  /// if that is empty. Empty: no comparison of policies.
  std::string against_policy;
  std::size_t jobs = 0;
  bool list = false;
  bool expectations = false;
  /// Remove the faults of the scenarios themselves.
  bool plain = false;
};

/// Parses "10000" as runs, or "60s" as wall-clock time. Throws BadInput, which names --budget.
[[nodiscard]] Budget budget_of(const std::string& text);

/// Warns of each invariant that --keeps names by its former name.
void warn_of_former_names(const ExploreOptions& options, std::ostream& diagnostics);

/// Returns the plan of the scenario with the overrides of the command line, without a budget. Throws BadInput.
[[nodiscard]] explore::ExplorationPlan plan_of(const ExploreOptions& options, const format::Scenario& scenario);

}  // namespace podreel::cli

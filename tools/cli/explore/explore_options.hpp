// How far `podreel explore` looks, and for what.
#pragma once

#include <cstddef>
#include <optional>
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
  /// Look for what tells this release from --kubelet-version; empty: for what breaks.
  std::string against;
  /// Look for what tells this identity policy from --policy, among kubelets that are swapped for `against`, or for the
  /// neighbouring minors where that is empty. Empty: for none.
  std::string against_policy;
  std::size_t jobs = 0;
  bool list = false;
  bool expectations = false;
  /// What the scenarios themselves let go wrong is left out.
  bool plain = false;
};

/// "10000" runs, or "60s" on the wall. Throws BadInput, which names --budget.
[[nodiscard]] Budget budget_of(const std::string& text);

/// What the scenario says of it, and what the command line says in its place; without a budget. Throws BadInput.
[[nodiscard]] explorer::ExplorationPlan plan_of(const ExploreOptions& options, const language::Scenario& scenario);

}  // namespace podreel::cli

// The page of `podreel report`: runs, replayed to be looked at.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "scenarios/language/scenario.hpp"

namespace podreel::cli {

struct PageRun {
  language::Scenario scenario;
  /// Replays it, and prints the digest that stands in the page.
  std::string command;
  /// What it differs in from the others of the page; empty where it is alone.
  std::string name{};
};

/// Replays the runs, one or more, and prints one HTML page that needs nothing else: several side by side, with where
/// each parts from the one before. `command` makes the page. The same runs give the same bytes. Rethrows what a replay
/// throws, before anything is printed.
void print_run_page(std::ostream& out, const std::vector<PageRun>& runs, const std::string& command);

/// The page of one run, which `command` replays.
void print_run_page(std::ostream& out, const language::Scenario& scenario, const std::string& command);

}  // namespace podreel::cli

// The page of `podreel report`: runs, replayed to be looked at.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/pages/run/run_page_data.hpp"

namespace podreel::cli {

/// Replays the runs, one or more, and prints one HTML page that needs nothing else: several side by side, with where
/// each parts from the one before. `command` makes the page. The same runs give the same bytes. Rethrows what a replay
/// throws, before anything is printed.
void print_run_page(std::ostream& out, const std::vector<PageRun>& runs, const std::string& command);

/// The page of one run, which `command` replays.
void print_run_page(std::ostream& out, const language::Scenario& scenario, const std::string& command);

}  // namespace podreel::cli

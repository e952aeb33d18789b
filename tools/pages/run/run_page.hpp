// The page of `podreel report`.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/pages/run/run_page_data.hpp"

namespace podreel::cli {

/// Replays one or more runs, and prints one self-contained HTML page, with the first difference of each run from the
/// one before it. `command` is the command that makes the page. The same runs give the same bytes. Rethrows exceptions
/// of a replay before anything is printed.
void print_run_page(std::ostream& out, const std::vector<PageRun>& runs, const std::string& command);

/// Prints the page of one run, which `command` replays.
void print_run_page(std::ostream& out, const format::Scenario& scenario, const std::string& command);

}  // namespace podreel::cli

// The page of `podreel report`: a run, replayed to be looked at.
#pragma once

#include <ostream>
#include <string>

#include "scenarios/language/scenario.hpp"

namespace podreel::cli {

/// Replays `scenario` and prints it as one HTML page that needs nothing else. `command` is shown there as what replays
/// it. The same run gives the same bytes. Rethrows what a replay throws, before anything is printed.
void print_run_page(std::ostream& out, const language::Scenario& scenario, const std::string& command);

}  // namespace podreel::cli

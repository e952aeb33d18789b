// Scenarios of some lines within a test, and what their runs leave.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/recorded_run.hpp"

namespace podreel::testing {

/// The scenario with these members of its `spec`, as YAML in flow style without the braces around them. Fails the test
/// if there is a problem.
[[nodiscard]] format::Scenario short_scenario(const std::string& spec);

/// The run of a scenario with these members of its `spec`, as YAML in flow style without the braces around them. Fails
/// the test if there is a problem.
[[nodiscard]] RunHistory history_of(const std::string& spec, simulation::ReplayOptions options = {});

/// The run of the one scenario in a YAML document. Fails the test if there is a problem.
[[nodiscard]] RunHistory history_of_document(const std::string& text, simulation::ReplayOptions options = {});

/// Seconds since the run's beginning, and what happened: "13.5 StopContainer app 30", of the runtime's calls whose
/// operation has this beginning.
[[nodiscard]] std::vector<std::string> calls_in(const RunHistory& history, std::string_view operation);

/// The seconds at which events with this reason were told.
[[nodiscard]] std::vector<double> events_in(const RunHistory& history, std::string_view reason);

}  // namespace podreel::testing

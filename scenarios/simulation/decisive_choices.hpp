// Finds the random choices that decide whether a scenario's expectations hold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// Returns as few choices as possible of the run with the seed `failing` with which the run with the seed `holding`
/// also fails: it does not meet an expectation that the first run does not meet. Returns no value if no choices do,
/// nothing fails, or the run with `holding` fails without them. Replays the scenario some hundred times.
[[nodiscard]] std::optional<std::vector<sim::Choice>> decisive_choices(const format::Scenario& scenario,
                                                                       std::uint64_t failing, std::uint64_t holding);

}  // namespace podreel::simulation

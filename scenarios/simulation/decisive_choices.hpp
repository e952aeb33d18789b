// Which of the things left to chance decide whether a scenario's expectations hold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// Of the choices that the run with the seed `failing` took, as few as can be found that make the run with the seed
/// `holding` fail, too: an expectation that the first does not meet. No value where no choices do, nothing fails, or
/// that one fails by itself.
/// Replays the scenario some hundred times.
[[nodiscard]] std::optional<std::vector<sim::Choice>> decisive_choices(const language::Scenario& scenario,
                                                                       std::uint64_t failing, std::uint64_t holding);

}  // namespace podreel::simulation

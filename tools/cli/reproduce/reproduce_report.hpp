// What `podreel reproduce` has found.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scenarios/reproduce/reproduce.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// For people: what tells the incident, what of it is told and what is not, what was assumed, what else could be.
[[nodiscard]] std::string reproduction_text(const reproduce::Reproduction& found, const Terminal& terminal);

/// The same for programs, with the scenario.
[[nodiscard]] nlohmann::ordered_json reproduction_document(const reproduce::Reproduction& found);

/// The scenario as YAML, below comments that say what it tells and what was assumed.
[[nodiscard]] std::string reproduced_scenario(const reproduce::Reproduction& found);

}  // namespace podreel::cli

// The output of `podreel reproduce`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scenarios/reproduce/reproduce.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// Returns the text output: the explanation, the observations that are reproduced or not, the assumptions, and other
/// explanations.
[[nodiscard]] std::string reproduction_text(const reproduce::Reproduction& found, const Terminal& terminal);

/// Returns the output as a document, with the scenario.
[[nodiscard]] nlohmann::ordered_json reproduction_document(const reproduce::Reproduction& found);

/// Returns the scenario as YAML, below comments that list what it reproduces and what it assumes.
[[nodiscard]] std::string reproduced_scenario(const reproduce::Reproduction& found);

}  // namespace podreel::cli

// What the scenarios that are part of the program make happen.
#pragma once

#include <vector>

#include "scenarios/language/load_options.hpp"
#include "scenarios/language/scenario.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

/// As `options` change them. Throws BadInput where they do not fit; warnings are told.
[[nodiscard]] std::vector<language::Scenario> runs_of(const CatalogueEntry& entry, const language::LoadOptions& options,
                                                      Context& context);

}  // namespace podreel::cli

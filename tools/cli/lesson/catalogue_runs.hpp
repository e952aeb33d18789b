// What the scenarios that are part of the program make happen.
#pragma once

#include <vector>

#include "scenarios/format/load_options.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// As `options` change them. Throws BadInput where they do not fit; warnings are told.
[[nodiscard]] std::vector<language::Scenario> runs_of(const CatalogueEntry& entry, const language::LoadOptions& options,
                                                      Context& context);

}  // namespace podreel::cli

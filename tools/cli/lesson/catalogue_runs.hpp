// Runs of the scenarios that are compiled into the program.
#pragma once

#include <vector>

#include "scenarios/format/load_options.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Returns the runs of an entry with `options` applied. Throws BadInput if the options do not fit; prints warnings.
[[nodiscard]] std::vector<format::Scenario> runs_of(const CatalogueEntry& entry, const format::LoadOptions& options,
                                                    Context& context);

}  // namespace podreel::cli

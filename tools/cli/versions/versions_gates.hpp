// The feature gates of a release, for `podreel versions --gates`.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// Prints a table for each release.
void print_gates(std::ostream& out, const std::vector<release::Release>& releases, bool has_headers);

/// Returns {"releases": [{"release", "newestPatch", "featureGates": [{"name", "stage", "default", "locked", "needs",
/// "modelled"}]}]}
[[nodiscard]] nlohmann::ordered_json gates_document(const std::vector<release::Release>& releases);

}  // namespace podreel::cli

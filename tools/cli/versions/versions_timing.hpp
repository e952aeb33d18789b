// Durations and random choices, for `podreel versions --timing`.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

// Rows that apply to none of these releases are left out; without releases, all rows are included.

void print_timing(std::ostream& out, const std::vector<release::Release>& releases, bool has_headers);

/// Returns {"timing": [{"name", "kind", "site", "key", "kubelets", "assumed", "evidence", "what"}]} with the values of
/// the kind: "duration"; "from", "to"; "quantiles": [{"percent", "duration"}]; "upToPercent"; "hits", "of"; "weights";
/// "things". Missing values are left out.
[[nodiscard]] nlohmann::ordered_json timing_document(const std::vector<release::Release>& releases);

}  // namespace podreel::cli

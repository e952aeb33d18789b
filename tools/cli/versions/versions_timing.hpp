// What takes time or falls by chance, for `podreel versions --timing`.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

// Rows that are about kubelets of none of these releases are left out; none named: all rows.

void print_timing(std::ostream& out, const std::vector<release::Release>& releases);

/// {"timing": [{"name", "kind", "site", "key", "kubelets", "assumed", "evidence", "what"}]} with the values of the
/// kind: "duration"; "from", "to"; "quantiles": [{"percent", "duration"}]; "upToPercent"; "hits", "of"; "weights";
/// "things". What a row has not is left out.
[[nodiscard]] nlohmann::ordered_json timing_document(const std::vector<release::Release>& releases);

}  // namespace podreel::cli

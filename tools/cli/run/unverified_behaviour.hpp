// Whether a timeline depends on behaviour that no recording and no source verifies.
#pragma once

#include <string_view>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"

namespace podreel::cli {

/// Returns the behaviours that are new in the kubelet's release, unverified, and without which the run would read
/// otherwise. Empty, and without a further replay, for releases that were recorded or read.
[[nodiscard]] std::vector<std::string_view> decisive_unverified_behaviours(const format::Scenario& scenario,
                                                                           const RunOptions& options);

}  // namespace podreel::cli

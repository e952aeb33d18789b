// The answer of `podreel upgrade` for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tools/cli/upgrade_report.hpp"

namespace podreel::cli {

/// {"upgrades": [...]}, with "observed" where there is a proof.
[[nodiscard]] nlohmann::ordered_json upgrade_document(const std::vector<UpgradeAnswer>& answers,
                                                      const ProofSummary* proof);

/// What stands in "containers" for one of them; for JSON Lines.
[[nodiscard]] nlohmann::ordered_json fate_document(const ContainerFate& fate);
[[nodiscard]] nlohmann::ordered_json fate_document(const StaticFate& fate, const UpgradeStep& step);

/// SARIF 2.1.0 (OASIS), which code scanners and editors read: a result for each container that restarts, at the pod's
/// place in its file.
[[nodiscard]] nlohmann::ordered_json sarif_document(const std::vector<UpgradeAnswer>& answers);

}  // namespace podreel::cli

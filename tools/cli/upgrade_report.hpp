// The answer of `podreel upgrade`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/terminal.hpp"

namespace podreel::cli {

/// Tables show what restarts, `wide` every container with its hashes; both end with the totals.
void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format, const upgrade::Forecast& forecast);

/// A table with a row for each release to upgrade from; JSON Lines: {"from","to","changed","containers"}.
void print_matrix(std::ostream& out, OutputFormat format, const upgrade::Matrix& matrix);

/// {"upgrades": [...]}, with "observed" where there is a proof.
[[nodiscard]] nlohmann::ordered_json upgrade_document(const upgrade::Forecast& forecast);

/// What stands in "containers" and "staticPods" for one of them; for JSON Lines.
[[nodiscard]] nlohmann::ordered_json fate_document(const upgrade::ContainerFate& fate);
[[nodiscard]] nlohmann::ordered_json fate_document(const upgrade::StaticPodFate& fate, const upgrade::Step& step);

/// SARIF 2.1.0 (OASIS), which code scanners and editors read: a result for each container that restarts, at the pod's
/// place in its file.
[[nodiscard]] nlohmann::ordered_json sarif_document(const std::vector<upgrade::Answer>& answers);

/// "default/web-0"; "-" for containers without a pod.
[[nodiscard]] std::string pod_name(const upgrade::ContainerFate& fate);

/// Why a container changes, as one sentence without a full stop.
[[nodiscard]] std::string cause_text(const upgrade::ContainerFate& fate);

/// "init", "regular", "ephemeral".
[[nodiscard]] std::string_view kind_name(api::ContainerKind kind) noexcept;

}  // namespace podreel::cli

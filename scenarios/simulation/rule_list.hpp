// All rules that explanations of runs name.
#pragma once

#include <span>
#include <string_view>

namespace podreel::simulation {

/// Names of the rules of computePodActions, as in explanations: "no-sandbox", …
[[nodiscard]] std::span<const std::string_view> decision_rules() noexcept;
/// Names of the rules about syncs: triggers, waits, back-offs and outcomes.
[[nodiscard]] std::span<const std::string_view> sync_rules() noexcept;

}  // namespace podreel::simulation

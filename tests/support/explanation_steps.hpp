// The steps that explain a run's records.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/recorded_run.hpp"

namespace podreel::testing {

/// The run of such a scenario as history_of() takes, with ideal timing and with reasons.
[[nodiscard]] RunHistory explained_history(const std::string& spec);

/// Every step that follows this rule, in the order of the records.
[[nodiscard]] std::vector<nlohmann::ordered_json> steps_by(const RunHistory& history, std::string_view rule);

/// Their sentences without what the rule says: "app: it exited at 5.000s, … So: …".
[[nodiscard]] std::vector<std::string> found_by(const RunHistory& history, std::string_view rule);

}  // namespace podreel::testing

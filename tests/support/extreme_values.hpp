// Numbers, spans, quantities and instants at the ends of what fields hold, and beyond.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/types/type_graph.hpp"

namespace podreel::testing {

[[nodiscard]] const std::vector<nlohmann::json>& extreme_numbers();
[[nodiscard]] const std::vector<nlohmann::json>& extreme_spans();
[[nodiscard]] const std::vector<nlohmann::json>& extreme_quantities();
/// RFC 3339.
[[nodiscard]] const std::vector<nlohmann::json>& extreme_instants();

/// Those that a field of this kind might take; none for texts, structures and lists.
[[nodiscard]] std::vector<nlohmann::json> extremes_of(types::Kind kind);

/// A number below 0, or a text that says one.
[[nodiscard]] bool is_negative(const nlohmann::json& value);

/// The first negative number in what was printed, as "/calls/3/timeout: -1"; empty if there is none. Exit codes may be.
[[nodiscard]] std::string negative_number(const nlohmann::json& printed);

}  // namespace podreel::testing

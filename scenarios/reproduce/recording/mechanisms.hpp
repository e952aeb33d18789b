// The mechanisms of a kubelet that a recording exercises.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::reproduce {

/// Returns the names of all mechanisms, in the order of reports: "pod start", "image pulls" …
[[nodiscard]] std::span<const std::string_view> mechanism_names();

/// Returns the mechanisms that the records show, or that the scenario's pods and steps use, in the order of
/// mechanism_names(). Steps and pods count if they are not later than `length`.
[[nodiscard]] std::vector<std::string_view> mechanisms_in(const format::Scenario& scenario,
                                                          const std::vector<nlohmann::json>& records,
                                                          sim::Duration length);

}  // namespace podreel::reproduce

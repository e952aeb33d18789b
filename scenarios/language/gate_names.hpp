// The feature gates that a scenario may set.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::language {

/// Upstream names of the gates that have an effect in a simulated node, sorted: those of the behaviour table and those
/// that decide which fields an API server keeps.
[[nodiscard]] const std::vector<std::string_view>& gate_names();

}  // namespace podreel::language

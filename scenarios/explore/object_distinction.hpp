// Finds a part of pod objects that other lists of pods lack.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace podreel::explore {

using PodObjects = std::vector<nlohmann::json>;

/// Returns, as an item of `expect`, {"pod": …, "matches": {…}}: the first part of a pod of `objects` that the pod with
/// that name has in none of `others`. Ignores names and times of one run. Returns no value if there is none.
[[nodiscard]] std::optional<nlohmann::ordered_json> part_of_one(const PodObjects& objects,
                                                                std::initializer_list<const PodObjects*> others);

}  // namespace podreel::explore

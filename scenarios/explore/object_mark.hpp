// What one of several lists of pods has, and the others lack.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace podreel::explorer {

using PodObjects = std::vector<nlohmann::json>;

/// As an item of `expect`, {"pod": …, "matches": {…}}: the first part of a pod of `objects` that the pod of that name
/// has in none of `others`. Names and times of one run do not count. No value: there is none.
[[nodiscard]] std::optional<nlohmann::ordered_json> part_of_one(const PodObjects& objects,
                                                                std::initializer_list<const PodObjects*> others);

}  // namespace podreel::explorer

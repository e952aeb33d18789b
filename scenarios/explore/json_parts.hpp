// Leaves out parts of a document, the largest first.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>

namespace podreel::explore {

/// Leaves out members of maps and items of lists, at any depth, while `fails` holds for the rest. Calls `fails` at most
/// `max_questions` times. `fails(document)` must be true and is not checked.
void leave_out_parts(nlohmann::ordered_json& document, const std::function<bool(const nlohmann::ordered_json&)>& fails,
                     std::size_t max_questions);

/// Returns whether the document has this part at `place`; for null, whether it has none there.
[[nodiscard]] bool has_part(const nlohmann::ordered_json& document, const nlohmann::ordered_json::json_pointer& place,
                            const nlohmann::ordered_json& part);

}  // namespace podreel::explore

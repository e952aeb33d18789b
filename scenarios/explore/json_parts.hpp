// What of a document can be left out, the largest parts first.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>

namespace podreel::explorer {

/// Leaves out members of maps and items of lists, at any depth, for as long as `fails` is still true of the rest; asks
/// at most `most_questions` times. `fails(document)` must be true and is not asked for.
void leave_out_parts(nlohmann::ordered_json& document, const std::function<bool(const nlohmann::ordered_json&)>& fails,
                     std::size_t most_questions);

}  // namespace podreel::explorer

// Reads JSON into documents with positions.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// Reads one JSON value after another until the text ends, as kubectl does. Throws SyntaxError, also beyond
/// `input_limits`.
[[nodiscard]] std::vector<Tree> read_json(std::string_view text);

}  // namespace podreel::api

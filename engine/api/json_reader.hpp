// Reads JSON into documents with positions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// How many values one file may hold.
inline constexpr std::size_t max_json_values = 4'000'000;

/// Reads one JSON value after another until the text ends, as kubectl does. Throws SyntaxError.
[[nodiscard]] std::vector<Tree> read_json(std::string_view text);

}  // namespace podreel::api

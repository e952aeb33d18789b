// Reads YAML into documents with positions.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// Reads all documents of a YAML text that check_text() has passed. Throws SyntaxError, also
/// beyond `input_limits`.
[[nodiscard]] std::vector<Tree> read_yaml(std::string_view text);

}  // namespace podreel::api

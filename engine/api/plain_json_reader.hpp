// Reads the JSON that programs write, fast.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// The values of `text`, which check_text() has passed, as read_json() reads them. Nothing if the text is not JSON, is
/// beyond a limit, has a key twice, or has something rare in it (numbers that are no plain integer, surrogate pairs):
/// then read_json() reads it the long way, and knows what to say.
[[nodiscard]] std::optional<std::vector<Tree>> read_plain_json(std::string_view text);

}  // namespace podreel::api

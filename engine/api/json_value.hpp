// One JSON value without positions, as a line of JSON Lines holds it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace podreel::api {

/// Throws SyntaxError, also beyond `input_limits`; its position counts from the beginning of `text`.
[[nodiscard]] nlohmann::json read_json_value(std::string_view text);

/// The reason in the library's message, without its name and position, and with what it read cut short.
[[nodiscard]] std::string reason_of(const nlohmann::json::exception& error);

}  // namespace podreel::api
